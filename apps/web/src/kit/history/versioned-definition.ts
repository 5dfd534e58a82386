import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { z } from 'zod'
import type { VersionedDefinition } from '#kit/write/form-definition.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'

/** A resource whose version pages show the stored document as it is. */
export const versionedDefinition = <R extends Resource, Document>(
  resource: R & { readonly document: z.ZodType<Document> },
  paths: ResourcePaths,
): VersionedDefinition<Document> & { readonly resource: R } => ({
  resource,
  paths,
  fromDocument: (document) => resource.document.safeParse(document).data,
})
