import {
  beginAuthenticatorApp,
  confirmAuthenticatorApp,
  ownSecondFactor,
  removeAuthenticatorApp,
  renewRecoveryCodes,
  resetSecondFactor,
} from '@quatrain/contract/second-factor.ts'
import { notAuthenticated } from '@quatrain/platform/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '#kit/http/serve.ts'
import { contextOf, type RequestDependencies } from '#request/request-context.ts'
import * as service from './second-factor.service.ts'

type Dependencies = Pick<RequestDependencies, 'sessions' | 'secrets'>

export async function secondFactorRoutes(app: FastifyInstance, { sessions, secrets }: Dependencies) {
  const personOf = (request: FastifyRequest) => {
    const { signedIn } = contextOf(request)
    if (!signedIn) throw notAuthenticated()
    return signedIn
  }
  serve(app, ownSecondFactor, (ctx, _, { request }) => service.stateOf(ctx, personOf(request)))
  serve(app, beginAuthenticatorApp, (ctx, _, { request, reply }) => {
    reply.header('cache-control', 'no-store')
    return service.begin(ctx, secrets, personOf(request))
  })
  serve(app, confirmAuthenticatorApp, async (ctx, { body }, { request, reply }) => {
    reply.header('cache-control', 'no-store')
    return { recovery_codes: await service.confirm(ctx, secrets, personOf(request), body.code) }
  })
  serve(app, removeAuthenticatorApp, async (ctx, _, { request }) => {
    await service.remove(ctx, personOf(request))
    return {}
  })
  serve(app, renewRecoveryCodes, async (ctx, _, { request, reply }) => {
    reply.header('cache-control', 'no-store')
    return { recovery_codes: await service.renewCodes(ctx, personOf(request)) }
  })
  serve(app, resetSecondFactor, async (ctx, { params }) => ({
    had_factor: await service.reset(ctx, sessions, params.key),
  }))
}
