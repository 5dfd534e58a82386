import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { addApiKey, apiKeys, revealApiKey, revokeApiKeys, rotateApiKey } from '@quatrain/contract/resources/api-key.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/http/serve.ts'
import { registeredKind } from '#kit/kinds/kinds.ts'
import { operation } from '#kit/kinds/operation.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import { recordedVersionsOf } from '#kit/versions/recorded-versions.ts'
import type { Context } from '#request/context/context.ts'
import { find, findAll } from './api-keys.repository.ts'
import * as service from './api-keys.service.ts'

export async function apiKeysRoutes(app: FastifyInstance, store: service.KeyStore) {
  const { tenancy } = store
  // The list has no entity tag: when a key was used, and what another tenant has, follows from no write of this tenant.
  const list = (ctx: Context) => findAll(tenancy.everyTenant, ctx)
  registeredKind(app, apiKeys).list = list
  serve(app, resourceEndpoints(apiKeys).list, list)
  serveResource(app, apiKeys, {
    get: (ctx, key) => find(tenancy.everyTenant, ctx, { key }),
    change: (ctx, input) => service.changeApiKey(store, ctx, input),
    remove: (ctx, key) => service.deleteApiKey(store, ctx, key),
    versions: {
      async findVersions(ctx, name) {
        const storedKey = (await findAll(tenancy.everyTenant, ctx)).find(({ key }) => key === name)
        if (!storedKey) return undefined
        // The history is found by the id of the key, not by its name: other keys may have had the name, before and after.
        const { db } = service.contextOfKeyOwner(tenancy, ctx, await service.ownerById(tenancy, storedKey))
        return recordedVersionsOf(db, apiKeys, storedKey.id)
      },
    },
    operations: {
      add: operation(addApiKey, (ctx, input) => service.addApiKey(store, ctx, input)),
      changeMany: operation(revokeApiKeys, (ctx, { keys }) => service.revokeSeveralKeys(store, ctx, keys)),
      rotate: operation(rotateApiKey, (ctx, input) => service.rotateApiKey(store, ctx, input)),
    },
  })
  serve(app, revealApiKey, async (ctx, { params }) => ({ token: await service.revealApiKey(store, ctx, params.key) }))
}
