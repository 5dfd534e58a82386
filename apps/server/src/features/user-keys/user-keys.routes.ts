import {
  addOwnKey,
  endOwnKey,
  endUserKey,
  listUserKeys,
  ownKeys,
  rotateOwnKey,
} from '@quatrain/contract/accounts/user-keys.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/http/serve.ts'
import { loggedInUserOn } from '#request/context/request-context.ts'
import { findAll, findOfUser } from './user-keys.repository.ts'
import * as service from './user-keys.service.ts'

export async function userKeysRoutes(app: FastifyInstance) {
  serve(app, ownKeys, (ctx, _, { request }) => findOfUser(ctx.db, loggedInUserOn(request).id))
  serve(app, addOwnKey, (ctx, { body }, { request, reply }) => {
    reply.header('cache-control', 'no-store')
    return service.addUserKey(ctx, loggedInUserOn(request), body)
  })
  serve(app, rotateOwnKey, (ctx, { params, body }, { request, reply }) => {
    reply.header('cache-control', 'no-store')
    return service.rotateKey(ctx, loggedInUserOn(request), params.id, body.previous_until)
  })
  serve(app, endOwnKey, async (ctx, { params }, { request }) => {
    await service.endKey(ctx, params.id, loggedInUserOn(request))
    return {}
  })
  serve(app, listUserKeys, (ctx) => findAll(ctx.db))
  serve(app, endUserKey, async (ctx, { params }) => {
    await service.endKey(ctx, params.id)
    return {}
  })
}
