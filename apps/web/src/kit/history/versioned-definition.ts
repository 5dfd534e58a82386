import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { z } from 'zod'
import type { VersionedDefinition } from '#kit/write/form-definition.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'

/** A resource whose version pages show the stored document unchanged. */
export const versionedDefinition = <Document>(
  resource: Resource & { readonly document: z.ZodType<Document> },
  paths: ResourcePaths,
): VersionedDefinition<Document> => ({
  resource,
  paths,
  fromDocument: (document) => resource.document.safeParse(document).data,
})
