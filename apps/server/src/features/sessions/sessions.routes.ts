import { logIn, logOut, type SessionState, sessionActive } from '@quatrain/contract/accounts/session.ts'
import { can, type Visitor } from '@quatrain/contract/kit/policy.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import type { FastifyInstance } from 'fastify'
import { proveFactor } from '#features/second-factor/prove-factor.effects.ts'
import { isFactorRequired } from '#features/second-factor/second-factor-rule.reads.ts'
import { serve } from '#kit/http/serve.ts'
import { contextOf, publicTokenOf, type RequestDependencies } from '#request/context/request-context.ts'
import type { Tenant } from '#request/tenancy/tenancy.ts'
import { beginSession, finishSession } from './sessions.effects.ts'
import { authenticate } from './sessions.service.ts'

/** The tenants that metric profiles can be composed of, for users who may add one. */
const feedersFor = (visitor: Visitor, { combined, combinedFrom }: Tenant): Record<string, ''> =>
  combined && can(visitor, 'add', metricProfiles) ? Object.fromEntries(combinedFrom.map((name) => [name, ''])) : {}

type Dependencies = Pick<RequestDependencies, 'sessions' | 'cookies' | 'secrets'>

export async function sessionsRoutes(app: FastifyInstance, { sessions, cookies, secrets }: Dependencies) {
  serve(app, sessionActive, async ({ tenant, visitor }, _, { request }): Promise<SessionState> => {
    const { signedIn } = contextOf(request)
    if (!signedIn) return { active: false }
    return {
      active: true,
      userdetails: {
        pk: signedIn.id,
        username: signedIn.username,
        first_name: signedIn.firstName,
        last_name: signedIn.lastName,
        email: signedIn.email,
        is_superuser: signedIn.isSuperuser,
        is_active: true,
        date_joined: signedIn.dateJoined.toISOString(),
        groups: {
          reports: [...signedIn.groups.reports],
          aggregations: [...signedIn.groups.aggregations],
          metrics: [...signedIn.groups.metrics],
          metricprofiles: [...signedIn.groups.metricprofiles],
          thresholdsprofiles: [...signedIn.groups.thresholdsprofiles],
        },
        token: publicTokenOf(secrets, tenant),
      },
      ...(signedIn.needsFactor && { needs_second_factor: true }),
      tenantdetails: { combined: tenant.combined, tenants: feedersFor(visitor, tenant) },
    }
  })

  serve(app, logIn, async (ctx, { body }, { request, reply }) => {
    const account = await authenticate(ctx, body.username, body.password)
    const secret = () => cookies.signOnBrowser(request, reply)
    const { requirement, proved } = await proveFactor({ ctx, secrets, person: account, secret }, body)
    if (requirement) return requirement
    const previous = cookies.sessionOf(request)
    const token = await beginSession(ctx, sessions, account, {
      previous,
      needsFactor: proved === 'none' && (await isFactorRequired(ctx, account)),
      ...(proved !== 'none' && { factor: proved }),
    })
    cookies.setSession(reply, token)
    cookies.renewCsrf(reply)
    return { detail: 'Successfully logged in.' }
  })

  serve(app, logOut, async (ctx, _, { request, reply }) => {
    const token = cookies.sessionOf(request)
    if (token) await finishSession(ctx, sessions, token, contextOf(request).signedIn)
    cookies.clearSession(reply)
    cookies.renewCsrf(reply)
    return { detail: 'Successfully logged out.' }
  })
}
