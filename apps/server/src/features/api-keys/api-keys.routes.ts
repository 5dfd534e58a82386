import { type AddInput, bySegment, type ChangeInput, resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { addApiKey, apiKeys, revealApiKey } from '@quatrain/contract/resources/api-key.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/http/serve.ts'
import { registerKind } from '#kit/kinds/kinds.ts'
import { serveVersions } from '#kit/resource/serve-versions.ts'
import { recordedVersions, recordedVersionsOf } from '#kit/versions/recorded-versions.ts'
import type { Context } from '#request/context.ts'
import { find, findAll } from './api-keys.repository.ts'
import * as service from './api-keys.service.ts'

/** Without the tags of lists: when a key was used, and what another tenant has, follows from no write of this one. */
export async function apiKeysRoutes(app: FastifyInstance, store: service.KeyStore) {
  const { tenancy } = store
  const api = resourceEndpoints(apiKeys)
  const named = (ctx: Context, key: string) => find(tenancy.everyTenant, ctx, { key })
  serve(app, api.list, (ctx) => findAll(tenancy.everyTenant, ctx))
  serve(app, api.get, (ctx, { params }) => named(ctx, bySegment.keyOf(params)))
  const add = (ctx: Context, input: AddInput<typeof apiKeys>) => service.addApiKey(store, ctx, input)
  const change = (ctx: Context, input: ChangeInput<typeof apiKeys>) => service.changeApiKey(store, ctx, input)
  const remove = (ctx: Context, key: string) => service.deleteApiKey(store, ctx, key)
  registerKind(app, apiKeys, { add, change, remove })
  serve(app, addApiKey, (ctx, { body }) => add(ctx, body))
  serve(app, api.change, (ctx, { body }) => change(ctx, body))
  serve(app, api.remove, (ctx, { params }) => remove(ctx, bySegment.keyOf(params)))
  serve(app, revealApiKey, async (ctx, { params }) => ({ token: await service.revealApiKey(store, ctx, params.key) }))
  serveVersions(app, apiKeys, async (ctx, name) => {
    const found = (await findAll(tenancy.everyTenant, ctx)).find(({ key }) => key === name)
    // What was deleted has left its history with the tenant that asks, if it was there.
    if (!found) return recordedVersions(ctx.db, apiKeys, name)
    // Not by its name: other keys may have had it, before and after.
    const { db } = service.of(tenancy, ctx, await service.ownerById(tenancy, found))
    return recordedVersionsOf(db, apiKeys, found.id)
  })
}
