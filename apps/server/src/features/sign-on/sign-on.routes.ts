import { samlLogOut } from '@quatrain/contract/accounts/session.ts'
import { failureParameters, type SignOnFailure } from '@quatrain/contract/sign-on/failures.ts'
import {
  beginFirstSignOn,
  beginSignOn,
  beginSignOnTest,
  finishSamlSignOn,
  oidcCallback,
  samlAcs,
  samlLogoutService,
  samlMetadata,
} from '@quatrain/contract/sign-on/sign-on.ts'
import type { FastifyInstance } from 'fastify'
import { beginSession, finishSession, finishSessions } from '#features/sessions/sessions.effects.ts'
import { type Http, serve } from '#kit/http/serve.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import { contextOf, type RequestDependencies } from '#request/context/request-context.ts'
import { refuseInactive, signedOnUser } from './people.service.ts'
import { findSamlKeys } from './saml/saml-keys.repository.ts'
import { findSamlSession, keepSamlSession } from './saml/saml-sessions.repository.ts'
import { serviceProviderAt, serviceProviderMetadata } from './saml/service-provider.ts'
import type { SingleLogout } from './saml/single-logout.ts'
import * as service from './sign-on.service.ts'
import { SignOnError } from './sign-on-error.ts'

interface Dependencies extends Pick<RequestDependencies, 'sessions' | 'cookies'> {
  readonly signOn: service.SignOn
  readonly singleLogout: SingleLogout
  readonly originOf: (http: Pick<Http, 'request'>) => string
}

/** The addresses that browsers open to log in with an identity provider. All of them respond with a redirect. */
export async function signOnRoutes(
  app: FastifyInstance,
  { sessions, cookies, signOn, singleLogout, originOf }: Dependencies,
) {
  const placeOf = ({ request, reply }: Http) => ({
    origin: originOf({ request }),
    browser: cookies.signOnBrowser(request, reply),
  })

  serve(app, beginSignOn, (ctx, { params, query }, http) =>
    redirected(http, () =>
      service.beginSignOn(signOn, ctx, params.provider, { ...placeOf(http), isAgain: query.again === 'true' }),
    ),
  )
  serve(app, beginFirstSignOn, (ctx, _, http) =>
    redirected(http, () => service.beginSignOn(signOn, ctx, undefined, placeOf(http))),
  )
  serve(app, beginSignOnTest, (ctx, { params }, http) =>
    redirected(http, () => service.continueTest(signOn, ctx, params.state, placeOf(http))),
  )
  serve(app, oidcCallback, (ctx, { query: { state } }, http) => arrived(ctx, state, http))
  serve(app, finishSamlSignOn, (ctx, { query: { state } }, http) => arrived(ctx, state, http))
  await app.register(async (app) => {
    readPostedForms(app)
    // Browsers send the cookie that the response belongs to with the redirected request, but not with a post of another
    // site.
    serve(app, samlAcs, (ctx, { body: { SAMLResponse, RelayState } }, http) =>
      redirected(http, async () => {
        await service.keepResponse(ctx, RelayState, SAMLResponse)
        return `${finishSamlSignOn.path}?${new URLSearchParams({ state: RelayState ?? '' })}`
      }),
    )
  })
  serve(app, samlMetadata, async ({ db }, _, http) => {
    const certificates = (await findSamlKeys(db)).map(({ certificate }) => certificate)
    const metadata = serviceProviderMetadata(serviceProviderAt(originOf(http)), certificates)
    return http.reply.type('application/samlmetadata+xml').serializer(String).send(metadata)
  })

  serve(app, samlLogOut, async (ctx, _, http) => {
    const { request, reply } = http
    const token = cookies.sessionOf(request)
    const session = token === undefined ? undefined : await findSamlSession(ctx.db, token)
    if (token !== undefined) await finishSession(ctx, sessions, token, contextOf(request).loggedInUser)
    cookies.clearSession(reply)
    cookies.renewCsrf(reply)
    const location = session ? await locationOf(http, () => singleLogout.begin(ctx, session, originOf(http))) : ''
    return { location }
  })
  serve(app, samlLogoutService, (ctx, _, http) =>
    redirected(http, async () => {
      const { answer, ended } = await singleLogout.receive(ctx, http.request.url, originOf(http))
      for (const { ids, provider } of ended) await finishSessions(ctx, sessions, ids, { provider })
      return answer ?? loginPage
    }),
  )

  const arrived = (ctx: Context, state: string | undefined, http: Http) =>
    redirected(http, async () => {
      const cameBackAt = new URL(http.request.url, originOf(http))
      const browser = cookies.signOnBrowserOf(http.request)
      return finish(ctx, await service.arrive(signOn, ctx, { state, cameBackAt, browser }), http)
    })

  /** Signs the person in, or ends a test. Returns the address to go to. */
  async function finish(ctx: Context, arrival: service.Arrival, { request, reply }: Http): Promise<string> {
    const { tester } = arrival.request
    if (tester) return service.finishTest(ctx, arrival, tester)
    const { provider } = arrival
    if (!provider.enabled) throw new SignOnError('not_configured', `${provider.name} is not offered on the login page.`)
    const { person, session, verifiedAt } = await arrival.read()
    const previous = cookies.sessionOf(request)
    const { user, token } = await inTransaction(ctx, async (ctx) => {
      const user = await signedOnUser(ctx, provider, person)
      if (!user.isActive) return { user }
      const token = await beginSession(ctx, sessions, user, { previous, provider: provider.name, verifiedAt })
      if (session) await keepSamlSession(ctx.db, token, provider.id, session)
      return { user, token }
    })
    if (token === undefined) return refuseInactive(ctx, user, provider)
    cookies.setSession(reply, token)
    cookies.renewCsrf(reply)
    return loginPage
  }
}

/** Pages of identity providers post forms. */
function readPostedForms(app: FastifyInstance) {
  const parse = async (_: unknown, form: string | Buffer) => Object.fromEntries(new URLSearchParams(String(form)))
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, parse)
}

/** The browser application continues from here to the page that was requested before the sign-on. */
const loginPage = '/ui/login'

/** Redirects to the address, or to the login page with the failure. */
async function redirected(http: Http, work: () => Promise<string>) {
  // Addresses contain states and codes.
  http.reply.header('cache-control', 'no-store')
  return http.reply.redirect(await locationOf(http, work), 303)
}

/** The address, or that of the login page with the failure, which is logged. */
async function locationOf({ request }: Http, work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SignOnError)) throw error
    const { failure, message } = error
    request.log.warn({ failure, reason: message }, 'sign-on refused')
    return failedLogin(failure, request.id)
  }
}

const failedLogin = (failure: SignOnFailure, requestId: string): string =>
  `${loginPage}?${new URLSearchParams({ [failureParameters.failure]: failure, [failureParameters.requestId]: requestId })}`
