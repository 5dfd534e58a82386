import { sessionActive, shownUserHeader } from '@quatrain/contract/accounts/session.ts'
import { acceptsUserKeys, type Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { can } from '@quatrain/contract/kit/policy.ts'
import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'
import {
  notAllowed,
  notAuthenticated,
  notFound,
  reauthenticationRequired,
  secondFactorRequired,
  userChanged,
} from '@quatrain/platform/errors.ts'
import { admission } from '@quatrain/platform/http/endpoints.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { ApiKeys } from '#request/keys/api-keys.ts'
import { isUserToken, type UsedKey, type UserKeys } from '#request/keys/user-keys.ts'
import type { DerivedKeys, Secrets } from '#request/sealing/secrets.ts'
import type { Cookies } from '#request/sessions/cookies.ts'
import type { LoggedInUser } from '#request/sessions/logged-in-user.ts'
import type { Sessions } from '#request/sessions/sessions.ts'
import type { Standby } from '#request/tenancy/standby.ts'
import { noTenant, type Tenancy, type Tenant } from '#request/tenancy/tenancy.ts'
import type { Context } from './context.ts'
import type { WebApi, WebApiAdministration } from './web-api.ts'

export interface RequestDependencies {
  readonly tenancy: Tenancy
  readonly standby?: Standby | undefined
  /** See `WriteOptions`. */
  readonly tenantsAtOnce?: number
  readonly sessions: Sessions
  readonly cookies: Cookies
  readonly apiKeys: ApiKeys
  readonly userKeys: UserKeys
  readonly secrets: Secrets
  readonly webApiFor: (tenant: Tenant) => WebApi
  readonly webApiAdministration: WebApiAdministration
  readonly now: () => Date
  /** Whether browsers reach the console by HTTPS, whatever the request says. */
  readonly tls: boolean
}

/** A request's context, with the logged-in user where more than their rights is needed. */
export interface RequestContext extends Context {
  readonly loggedInUser?: LoggedInUser | undefined
}

/** `contextOf` returns the context of a request to a declared endpoint. */
const { begin, contextOf } = admission<Endpoint, RequestContext>()

export { contextOf }

/** The user of a request to an endpoint for logged-in users. */
export function loggedInUserOn(request: FastifyRequest): LoggedInUser {
  const { loggedInUser } = contextOf(request)
  if (!loggedInUser) throw notAuthenticated()
  return loggedInUser
}

/**
 * Before the body is read: determines the tenant and the caller, and refuses what the endpoint's declaration does not
 * allow. In order: unknown host (404), not in this deployment (404), no required second factor (403), not logged in (401), another user than the page
 * shows (409), not for keys of users (403), CSRF (403), not allowed (403), no recent login (403).
 */
export const requestContext = fastifyPlugin(async (app: FastifyInstance, dependencies: RequestDependencies) => {
  begin(app, async (request, endpoint) => {
    const tenant = await dependencies.tenancy.tenantOf(request.host)
    if (!tenant) throw noTenant()
    if (!endpoint.deployments.includes(tenant.deployment)) throw notFound('Address')
    const identified = await identify(dependencies, endpoint, tenant, request)
    const isHeldBack = identified.loggedInUser?.needsFactor === true && endpoint.beforeSecondFactor !== 'allowed'
    const ctx = isHeldBack ? anonymous(identified) : identified
    if (isHeldBack && !isOpenTo(endpoint, ctx, request, dependencies.secrets)) throw secondFactorRequired()
    if (!ctx.caller.user && !isOpenTo(endpoint, ctx, request, dependencies.secrets)) throw notAuthenticated()
    if (endpoint.caller !== 'api-key') assertShownUser(request, ctx)
    if (ctx.userKey) assertForUserKeys(endpoint, ctx.userKey)
    // No page of another site can send a key.
    else if (endpoint.method !== 'GET' && endpoint.caller !== 'api-key')
      dependencies.cookies.assertCsrf(request, endpoint)
    admit(endpoint, ctx)
    if (endpoint.reauthentication === 'recent') assertRecentlyVerified(ctx)
    return ctx
  })
})

/** What users may do who still have to set up a second factor: what everybody may. */
const anonymous = ({ loggedInUser: _, ...ctx }: RequestContext): RequestContext => ({
  ...ctx,
  caller: { deployment: ctx.caller.deployment },
})

/** A page that names its user is served only in the session of this user. */
function assertShownUser(request: FastifyRequest, { caller: { user } }: Context): void {
  const shownUsername = headerOf(request, shownUserHeader)
  // The usual rules apply to a request without a session.
  if (shownUsername !== undefined && user && shownUsername !== encodeURIComponent(user.username)) throw userChanged()
}

/** Keys of users never change who may log in, with what, and as what: a stolen one must not make another way in. */
function assertForUserKeys(endpoint: Endpoint, { isReadOnly }: UsedKey): void {
  if (!acceptsUserKeys(endpoint)) throw notAllowed('This cannot be done with the key of a user. Log in to the console.')
  if (isReadOnly && endpoint.method !== 'GET') throw notAllowed('This key can only read.')
}

/** Minutes for which a login counts as recent. */
const recentMinutes = 10

function assertRecentlyVerified({ loggedInUser, now }: RequestContext): void {
  if (loggedInUser && now().getTime() - loggedInUser.verifiedAt.getTime() < recentMinutes * 60_000) return
  throw reauthenticationRequired()
}

/** Whether anonymous visitors may call this endpoint. */
function isOpenTo({ caller }: Endpoint, { tenant }: Context, request: FastifyRequest, secrets: Secrets): boolean {
  if (caller === 'public-token') {
    const apiKey = headerOf(request, apiKeyHeader)
    return secrets.accepted.some((keys) => apiKey === publicTokenOf(keys, tenant))
  }
  return caller === 'anyone' || caller === 'api-key'
}

async function identify(
  { tenancy, standby, sessions, cookies, apiKeys, userKeys, webApiFor, now, tls, tenantsAtOnce }: RequestDependencies,
  endpoint: Endpoint,
  tenant: Tenant,
  request: FastifyRequest,
): Promise<RequestContext> {
  const db = tenancy.of(tenant)
  const base = {
    tenant,
    db,
    now,
    webApi: webApiFor(tenant),
    origin: { requestId: request.id, address: request.ip, ...deviceOf(request), site: siteOf(request, tls) },
    write: {
      ifMatch: headerOf(request, 'if-match'),
      ifPreviewMatch: headerOf(request, 'if-preview-match'),
      tenantsAtOnce,
    },
    recording: { isDone: false },
    ...(standby && { standby }),
  }
  const { deployment } = tenant
  // Cookies and their CSRF rules do not count where a key does: they are for browsers.
  const keyText = headerOf(request, apiKeyHeader)
  const keyUse = { address: request.ip, log: request.log }
  if (endpoint.caller === 'api-key') {
    const apiKey = await apiKeys.assertOpens(db, { ...keyUse, token: keyText, scope: endpoint.scope })
    return { ...base, apiKey, caller: { deployment } }
  }
  if (isUserToken(keyText)) {
    const { key, user } = await userKeys.open(db, { ...keyUse, token: keyText })
    return { ...base, userKey: key, caller: { deployment, user }, loggedInUser: user }
  }
  const token = cookies.sessionOf(request)
  const loggedInUser =
    token === undefined ? undefined : await sessions.find(tenant, db, token, endpoint.path !== sessionActive.path)
  return { ...base, caller: { deployment, user: loggedInUser }, loggedInUser }
}

/** The address of the console as the browser of a request sees it. Requests for the host of no tenant are refused. */
export const siteOf = (request: FastifyRequest, tls: boolean): string =>
  `${tls ? 'https' : request.protocol}://${request.host}`

/** The longest name of a device that is stored. */
const longestDevice = 300

const deviceOf = (request: FastifyRequest) => {
  const device = headerOf(request, 'user-agent')?.slice(0, longestDevice).toWellFormed().replaceAll('\0', '')
  return device === undefined ? {} : { device }
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Grants access to the read-only gateway to clients that have loaded this tenant's public pages (decision D21). */
export const publicTokenOf = (keys: DerivedKeys, tenant: Tenant): string => keys.tokenFor(`public ${tenant.id}`)

/**
 * Throws `not_allowed` if the declaration of the endpoint excludes this caller. The service decides what depends on the
 * record.
 */
export function admit({ caller: permitted, refusal }: Endpoint, { caller }: Context): void {
  if (typeof permitted === 'object') {
    if (!can(caller, permitted.may, permitted.resource)) {
      throw notAllowed(refusal ?? `You do not have permission to ${permitted.may} ${permitted.resource.label.many}.`)
    }
    return
  }
  if (permitted === 'superuser' && !caller.user?.isSuperuser) throw notAllowed(refusal)
}
