import { identityProviderKey } from '@quatrain/contract/kit/kind-names.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { identityProviders } from '@quatrain/contract/resources/identity-provider.ts'
import {
  beginSignOnTest,
  replaceSigningKey,
  signingKeys,
  signOnTestResult,
  testSignOn,
} from '@quatrain/contract/sign-on/sign-on.ts'
import type { FastifyInstance } from 'fastify'
import { type Http, serve } from '#kit/http/serve.ts'
import { registeredKind } from '#kit/kinds/kinds.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import { recordedVersionsOf } from '#kit/versions/recorded-versions.ts'
import type { Context } from '#request/context/context.ts'
import { find, findAll } from './identity-providers.repository.ts'
import * as service from './identity-providers.service.ts'
import { shownSamlKeys } from './saml/key-rollover.ts'
import { beginTest, testerIn } from './sign-on.service.ts'
import { findTest } from './sign-on-tests.repository.ts'

interface Dependencies extends service.ProviderStore {
  readonly originOf: (http: Pick<Http, 'request'>) => string
}

/** The configuration of identity providers, and test sign-ins. */
export async function identityProvidersRoutes(app: FastifyInstance, store: Dependencies) {
  // The list has no entity tag: the super-tenant sees the providers of all tenants.
  const list = (ctx: Context) => findAll(service.visibleTo(store, ctx))
  registeredKind(app, identityProviders).list = list
  serve(app, resourceEndpoints(identityProviders).list, list)
  serveResource(app, identityProviders, {
    get: (ctx, key) => find(service.visibleTo(store, ctx), { key }),
    add: (ctx, input) => service.addProvider(store, ctx, input),
    change: (ctx, input) => service.changeProvider(store, ctx, input),
    remove: (ctx, key) => service.removeProvider(store, ctx, key),
    versions: {
      async findVersions(ctx, name) {
        const visibleProvider = (await findAll(service.visibleTo(store, ctx))).find(
          (provider) => identityProviderKey(provider) === name,
        )
        if (!visibleProvider) return undefined
        const { db } = service.contextOfProviderOwner(store, ctx, await service.ownerOf(store, visibleProvider))
        return recordedVersionsOf(db, identityProviders, visibleProvider.id)
      },
    },
  })
  serve(app, signingKeys, async (ctx, { params }) => {
    const provider = await find(service.visibleTo(store, ctx), params)
    return shownSamlKeys(service.contextOfProviderOwner(store, ctx, await service.ownerOf(store, provider)))
  })
  serve(app, replaceSigningKey, (ctx, { params, body }) => service.replaceSamlKey(store, ctx, params.key, body.step))
  serve(app, testSignOn, async (ctx, { params }, http) => {
    const provider = await find(service.visibleTo(store, ctx), params)
    const owner = await service.ownerOf(store, provider)
    const state = await beginTest(
      service.contextOfProviderOwner(store, ctx, owner),
      provider,
      testerIn(ctx, store.originOf(http)),
    )
    const origin = new URL(store.originOf(http))
    if (owner.id !== ctx.tenant.id) origin.hostname = owner.domain
    return { location: new URL(beginSignOnTest.path.replace(':state', state), origin).href }
  })
  serve(app, signOnTestResult, async (ctx, { params: { key, test } }, http) => {
    const provider = await find(service.visibleTo(store, ctx), { key })
    const { db } = service.contextOfProviderOwner(store, ctx, await service.ownerOf(store, provider))
    const { username } = testerIn(ctx, store.originOf(http))
    return findTest(db, { id: test, providerId: provider.id, testedBy: username }, ctx.now())
  })
}
