import {
  changePassword,
  changePasswordByPut,
  endOtherSessions,
  endOwnSession,
  ownSessions,
  reauthenticate,
} from '@quatrain/contract/accounts/own-account.ts'
import { notAuthenticated } from '@quatrain/platform/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '#kit/http/serve.ts'
import { loggedInUserOn, type RequestDependencies } from '#request/context/request-context.ts'
import * as service from './own-account.service.ts'

type Dependencies = Pick<RequestDependencies, 'sessions' | 'cookies' | 'secrets'>

export async function ownAccountRoutes(app: FastifyInstance, { sessions, cookies, secrets }: Dependencies) {
  const ownOf = (request: FastifyRequest): service.Own => {
    const token = cookies.sessionOf(request)
    if (token === undefined) throw notAuthenticated()
    return { sessions, user: loggedInUserOn(request), token }
  }
  for (const endpoint of [changePassword, changePasswordByPut]) {
    serve(app, endpoint, async (ctx, { body }, { request }) => {
      await service.changePassword(ownOf(request), ctx, body)
      return { detail: 'Password successfully changed' }
    })
  }
  serve(app, reauthenticate, async (ctx, { body }, { request }) => {
    const missingFactor = await service.reauthenticate(ownOf(request), ctx, secrets, body)
    return missingFactor ?? { detail: 'You have confirmed that it is you.' }
  })
  serve(app, ownSessions, async (ctx, _, { request }) => {
    const { user, token } = ownOf(request)
    const ownSessions = await sessions.listOf(ctx.db, user.id, token)
    return ownSessions.map(({ createdAt, lastSeenAt, isCurrent, ...session }) => ({
      ...session,
      created_at: createdAt.toISOString(),
      last_seen_at: lastSeenAt.toISOString(),
      is_current: isCurrent,
    }))
  })
  serve(app, endOwnSession, async (ctx, { params }, { request }) => {
    await service.endSession(ownOf(request), ctx, params.id)
    return {}
  })
  serve(app, endOtherSessions, async (ctx, _, { request }) => ({
    ended: await service.endOtherSessions(ownOf(request), ctx),
  }))
}
