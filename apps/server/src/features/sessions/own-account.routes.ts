import {
  changePassword,
  changePasswordByPut,
  endOtherSessions,
  endOwnSession,
  ownSessions,
  reauthenticate,
} from '@quatrain/contract/own-account.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { codeRequired } from '#features/second-factor/second-factor.effects.ts'
import { serve } from '#kit/http/serve.ts'
import { type RequestDependencies, signedInOn } from '#request/request-context.ts'
import * as service from './own-account.service.ts'

type Dependencies = Pick<RequestDependencies, 'sessions' | 'cookies' | 'secrets'>

export async function ownAccountRoutes(app: FastifyInstance, { sessions, cookies, secrets }: Dependencies) {
  const ownOf = (request: FastifyRequest): service.Own => ({
    sessions,
    person: signedInOn(request),
    token: cookies.sessionOf(request),
  })
  for (const endpoint of [changePassword, changePasswordByPut]) {
    serve(app, endpoint, async (ctx, { body }, { request }) => {
      await service.changePassword(ownOf(request), ctx, body)
      return { detail: 'Password successfully changed' }
    })
  }
  serve(app, reauthenticate, async (ctx, { body }, { request }) => {
    const result = await service.reauthenticate(ownOf(request), ctx, secrets, body)
    if (result === 'done') return { detail: 'You have confirmed that it is you.' }
    return codeRequired
  })
  serve(app, ownSessions, async (ctx, _, { request }) => {
    const { person, token } = ownOf(request)
    const found = await sessions.listOf(ctx.db, person.id, token)
    return found.map(({ createdAt, lastSeenAt, isCurrent, ...session }) => ({
      ...session,
      ...{ created_at: createdAt.toISOString(), last_seen_at: lastSeenAt.toISOString(), is_current: isCurrent },
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
