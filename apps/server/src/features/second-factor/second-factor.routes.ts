import {
  addPasskey,
  beginAuthenticatorApp,
  beginPasskey,
  confirmAuthenticatorApp,
  ownSecondFactor,
  removeAuthenticatorApp,
  removePasskey,
  renewRecoveryCodes,
  resetSecondFactor,
} from '@quatrain/contract/accounts/second-factor.ts'
import { changeSecondFactorRule, readSecondFactorRule } from '@quatrain/contract/accounts/second-factor-rule.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '#kit/http/serve.ts'
import { loggedInUserOn, type RequestDependencies } from '#request/context/request-context.ts'
import * as passkeys from './passkeys.service.ts'
import * as service from './second-factor.service.ts'
import { changeRule, ruleOf } from './second-factor-rule.service.ts'

type Dependencies = Pick<RequestDependencies, 'sessions' | 'secrets' | 'cookies'>

export async function secondFactorRoutes(app: FastifyInstance, { sessions, secrets, cookies }: Dependencies) {
  serve(app, ownSecondFactor, (ctx, _, { request }) => service.stateOf(ctx, loggedInUserOn(request)))
  serve(app, beginAuthenticatorApp, (ctx, _, { request, reply }) => {
    reply.header('cache-control', 'no-store')
    return service.beginApp(ctx, secrets, loggedInUserOn(request))
  })
  serve(app, confirmAuthenticatorApp, async (ctx, { body }, { request, reply }) => {
    reply.header('cache-control', 'no-store')
    const recovery_codes = await service.confirm(ctx, { secrets, sessions }, loggedInUserOn(request), body.code)
    sessions.forget(ctx.tenant)
    return { recovery_codes }
  })
  serve(app, removeAuthenticatorApp, async (ctx, _, { request }) => {
    await service.removeApp(ctx, loggedInUserOn(request))
    return {}
  })
  const sessionOf = (request: FastifyRequest) => cookies.sessionOf(request) ?? ''
  serve(app, beginPasskey, (ctx, _, { request, reply }) => {
    reply.header('cache-control', 'no-store')
    return passkeys.beginPasskey(ctx, loggedInUserOn(request), sessionOf(request))
  })
  serve(app, addPasskey, async (ctx, { body }, { request, reply }) => {
    reply.header('cache-control', 'no-store')
    const own = { user: loggedInUserOn(request), session: sessionOf(request) }
    const recovery_codes = await passkeys.add(ctx, sessions, own, body)
    sessions.forget(ctx.tenant)
    return { recovery_codes }
  })
  serve(app, removePasskey, async (ctx, { params }, { request }) => {
    await passkeys.removePasskey(ctx, loggedInUserOn(request), params.id)
    return {}
  })
  serve(app, renewRecoveryCodes, async (ctx, _, { request, reply }) => {
    reply.header('cache-control', 'no-store')
    return { recovery_codes: await service.renewCodes(ctx, loggedInUserOn(request)) }
  })
  serve(app, readSecondFactorRule, ruleOf)
  serve(app, changeSecondFactorRule, (ctx, { body }) => changeRule(ctx, body.required_of))
  serve(app, resetSecondFactor, async (ctx, { params }) => ({
    had_factor: await service.reset(ctx, sessions, params.key),
  }))
}
