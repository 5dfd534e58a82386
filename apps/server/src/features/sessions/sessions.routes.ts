import { logIn, logOut, type SessionState, sessionActive } from '@quatrain/contract/session.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/serve.ts'
import { contextOf, publicTokenOf, type RequestDependencies } from '#request/request-context.ts'
import { authenticate } from './sessions.service.ts'

type Dependencies = Pick<RequestDependencies, 'sessions' | 'cookies' | 'secrets'>

export async function sessionsRoutes(app: FastifyInstance, { sessions, cookies, secrets }: Dependencies) {
  serve(app, sessionActive, async ({ tenant }, _, { request }): Promise<SessionState> => {
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
      tenantdetails: { combined: tenant.combined, tenants: [...tenant.combinedFrom] },
    }
  })

  serve(app, logIn, async (ctx, { body }, { request, reply }) => {
    const { id } = await authenticate(ctx, body.username, body.password)
    const token = await sessions.start(ctx.tenant, ctx.db, id, cookies.sessionOf(request))
    cookies.setSession(reply, token)
    cookies.renewCsrf(reply)
    return { detail: 'Successfully logged in.' }
  })

  serve(app, logOut, async (ctx, _, { request, reply }) => {
    const token = cookies.sessionOf(request)
    if (token) await sessions.end(ctx.tenant, ctx.db, token)
    cookies.clearSession(reply)
    cookies.renewCsrf(reply)
    return { detail: 'Successfully logged out.' }
  })
}
