import { z } from 'zod'
import { internalApi, keyParams, keySegment } from './addresses.ts'
import type { Deployment } from './deployment.ts'
import { defineEndpoint, type PersonalCaller } from './endpoint.ts'
import type { ProtectedKind } from './policy.ts'
import {
  onePublicVersionOf,
  oneVersionOf,
  pageOfVersions,
  publicPageOfVersions,
  publicVersionOf,
  versionHead,
  versionOf,
  versionsQuery,
} from './version.ts'

/** A kind of object with a history. */
export interface VersionedKind extends Pick<ProtectedKind, 'kind' | 'label' | 'userKeys'> {
  /** The address of its versions: `tenantversion` for tenants' objects, `version` for the catalogue. */
  readonly history: 'tenantversion' | 'version'
  /** The deployments with its history, if not all that have the kind. */
  readonly historyIn?: readonly Deployment[]
  /** The document of a version. */
  readonly document: z.ZodObject
  /** The public fields of a version. Absent if nothing is public. */
  readonly published?: { readonly document?: z.ZodObject }
}

const versionParams = keyParams.extend({ version: keySegment() })

/**
 * The endpoints of a resource's versions: all at once, as specified, and for screens a page without documents and one
 * version with its document, identified by its name or number.
 */
export function versionEndpoints<R extends VersionedKind>(
  resource: R,
  deployments: readonly Deployment[],
  caller: PersonalCaller,
) {
  const { kind, label, history } = resource
  const version = versionOf<R['document']>(resource.document)
  // `defineResource` has checked that it fits the type that members read.
  const publicDocument = (resource.published?.document ?? resource.document) as R['document']
  const published = publicVersionOf<R['document']>(publicDocument)
  const read = { method: 'GET', ...(resource.userKeys && { userKeys: resource.userKeys }) } as const
  const members = { ...read, deployments: resource.historyIn ?? deployments, caller } as const
  const everybody = { ...read, deployments, caller: 'anyone' } as const
  const path = `${internalApi}/${history}/${kind}` as const
  const publicPath = `${internalApi}/public_${history}/${kind}` as const
  const forEverybody = 'public, while the object exists'
  return {
    versions: defineEndpoint({
      ...members,
      path: `${path}/:key`,
      summary: `All versions of a ${label.one}`,
      params: keyParams,
      answer: z.array(version),
    }),
    versionHeads: defineEndpoint({
      ...members,
      path: `${path}/:key/heads`,
      summary: `A page of the versions of a ${label.one}, newest first, without their documents`,
      params: keyParams,
      query: versionsQuery,
      answer: pageOfVersions(versionHead),
    }),
    version: defineEndpoint({
      ...members,
      path: `${path}/:key/versions/:version`,
      summary: `One version of a ${label.one}`,
      params: versionParams,
      answer: oneVersionOf<R['document']>(resource.document),
    }),
    allVersions: defineEndpoint({
      ...read,
      deployments,
      path,
      summary: `All versions of all ${label.many}`,
      caller: 'user',
      answer: z.array(version),
    }),
    publicAllVersions: defineEndpoint({
      ...everybody,
      path: publicPath,
      summary: `All versions of all ${label.many}; public`,
      answer: z.array(published),
    }),
    publicVersions: defineEndpoint({
      ...everybody,
      path: `${publicPath}/:key`,
      summary: `All versions of a ${label.one}; ${forEverybody}`,
      params: keyParams,
      answer: z.array(published),
    }),
    publicVersionHeads: defineEndpoint({
      ...everybody,
      path: `${publicPath}/:key/heads`,
      summary: `A page of the versions of a ${label.one}, newest first; ${forEverybody}`,
      params: keyParams,
      query: versionsQuery,
      answer: publicPageOfVersions,
    }),
    publicVersion: defineEndpoint({
      ...everybody,
      path: `${publicPath}/:key/versions/:version`,
      summary: `One version of a ${label.one}; ${forEverybody}`,
      params: versionParams,
      answer: onePublicVersionOf<R['document']>(publicDocument),
    }),
  }
}
