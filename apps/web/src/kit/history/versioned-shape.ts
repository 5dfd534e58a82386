import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { z } from 'zod'
import type { VersionedShape } from '#kit/write/resource-form.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'

/** A resource whose version pages show the stored document as it is. */
export const versionedShape = <Document>(
  resource: Resource & { readonly document: z.ZodType<Document> },
  paths: ResourcePaths,
): VersionedShape<Document> => ({
  resource,
  paths,
  fromDocument: (document) => resource.document.safeParse(document).data,
})
