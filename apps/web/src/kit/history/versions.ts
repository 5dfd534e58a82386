import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type {
  Deletion,
  NewestVersion,
  PublicVersionHead,
  PublicVersionOf,
  VersionHead,
} from '@quatrain/contract/kit/version.ts'
import type { z } from 'zod'
import type { VersionedDefinition } from '#kit/write/form-definition.ts'
import { exactTime } from '#lib/dates.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'

/** The fields of a version for members only. */
type OfMembers = Partial<Pick<VersionHead, 'user' | 'comment' | 'comment_is_cut' | 'remark' | 'deleted'>>

/** One version with its document, and which version is the newest. */
export type Version = PublicVersionOf<Resource['document']> & OfMembers & { readonly newest: NewestVersion }

/** A page of the versions of an object, as the server sends it. */
export interface PageOfVersions {
  readonly versions: readonly (PublicVersionHead & OfMembers)[]
  readonly newest: NewestVersion
  readonly next: number | null
  /** The number of the oldest versions that are in archives. */
  readonly archived: number
}

/** The displayed name of the object: its name in the newest version, if addresses identify it by a number. */
export const calledIn = (newest: NewestVersion, name: string, { key }: Resource): string =>
  key.read === 'id' ? newest.name : name

/** The current key of the object in addresses: an old version may be shown under a former name. */
export const storedAs = (newest: NewestVersion, name: string, { key }: Resource): string =>
  key.read === 'name' ? newest.name : name

/** `The report was deleted by ann on …` */
export const deletionOf = (label: string, { user, date_created }: Deletion): string =>
  `${label} was deleted${user ? ` by ${user}` : ''} on ${exactTime(date_created)}.`

/** A resource whose version pages show the stored document unchanged. */
export const versionedDefinition = <Document>(
  resource: Resource & { readonly document: z.ZodType<Document> },
  paths: ResourcePaths,
): VersionedDefinition<Document> => ({
  resource,
  paths,
  fromDocument: (document) => resource.document.safeParse(document).data,
})
