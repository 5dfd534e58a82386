import { logIn, logOut, type SessionState, sessionActive } from '@quatrain/contract/accounts/session.ts'
import { byGroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { type Caller, can } from '@quatrain/contract/kit/policy.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import type { FastifyInstance } from 'fastify'
import { requestsForUser } from '#features/change-requests/change-requests.reads.ts'
import type { LookAtNumbers } from '#features/findings/finding-counts.effects.ts'
import { proveFactor } from '#features/second-factor/prove-factor.effects.ts'
import { isFactorRequired } from '#features/second-factor/second-factor-rule.reads.ts'
import { serve } from '#kit/http/serve.ts'
import { effectiveRule } from '#kit/kinds/direct-writes.ts'
import { contextOf, publicTokenOf, type RequestDependencies } from '#request/context/request-context.ts'
import type { Tenant } from '#request/tenancy/tenancy.ts'
import { beginSession, finishSession } from './sessions.effects.ts'
import { authenticate } from './sessions.service.ts'

/** The tenants that metric profiles can be composed of, for users who may add one. */
const feedersFor = (caller: Caller, { combined, combinedFrom }: Tenant): Record<string, ''> =>
  combined && can(caller, 'add', metricProfiles) ? Object.fromEntries(combinedFrom.map((name) => [name, ''])) : {}

interface Dependencies extends Pick<RequestDependencies, 'sessions' | 'cookies' | 'secrets'> {
  readonly lookAtFindings: LookAtNumbers
}

export async function sessionsRoutes(
  app: FastifyInstance,
  { sessions, cookies, secrets, lookAtFindings }: Dependencies,
) {
  serve(app, sessionActive, async (ctx, _, { request }): Promise<SessionState> => {
    const { tenant, caller, db } = ctx
    const { loggedInUser } = contextOf(request)
    if (!loggedInUser) return { active: false }
    const [change_rule, requests, { errors, warnings, isOutdated }] = await Promise.all([
      effectiveRule(db, app.kinds),
      requestsForUser(ctx, app.kinds),
      lookAtFindings(ctx),
    ])
    const findings = { errors, warnings, ...(isOutdated && { outdated: true as const }) }
    return {
      active: true,
      userdetails: {
        pk: loggedInUser.id,
        username: loggedInUser.username,
        first_name: loggedInUser.firstName,
        last_name: loggedInUser.lastName,
        email: loggedInUser.email,
        is_superuser: loggedInUser.isSuperuser,
        is_active: true,
        date_joined: loggedInUser.dateJoined.toISOString(),
        groups: byGroupKind((kind) => [...loggedInUser.groups[kind]]),
        token: publicTokenOf(secrets, tenant),
      },
      ...(loggedInUser.needsFactor && { needs_second_factor: true }),
      ...(change_rule && { change_rule }),
      ...requests,
      ...((errors + warnings > 0 || isOutdated) && { findings }),
      tenantdetails: { combined: tenant.combined, tenants: feedersFor(caller, tenant) },
    }
  })

  serve(app, logIn, async (ctx, { body }, { request, reply }) => {
    const user = await authenticate(ctx, body.username, body.password)
    const secret = () => cookies.signOnBrowser(request, reply)
    const { requirement, proved } = await proveFactor({ ctx, secrets, user, secret }, body)
    if (requirement) return requirement
    const previous = cookies.sessionOf(request)
    const token = await beginSession(ctx, sessions, user, {
      previous,
      needsFactor: proved === 'none' && (await isFactorRequired(ctx, user)),
      ...(proved !== 'none' && { factor: proved }),
    })
    cookies.setSession(reply, token)
    cookies.renewCsrf(reply)
    return { detail: 'Successfully logged in.' }
  })

  serve(app, logOut, async (ctx, _, { request, reply }) => {
    const token = cookies.sessionOf(request)
    if (token) await finishSession(ctx, sessions, token, contextOf(request).loggedInUser)
    cookies.clearSession(reply)
    cookies.renewCsrf(reply)
    return { detail: 'Successfully logged out.' }
  })
}
