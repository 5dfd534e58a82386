import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { NewestVersion, PublicVersionOf, VersionOf } from '@quatrain/contract/kit/version.ts'

/** One version with its document, and which version is the newest. */
export type Version = VersionOf<Resource['document']> & { readonly newest: NewestVersion }
export type PublicVersion = PublicVersionOf<Resource['document']> & { readonly newest: NewestVersion }

/** What people call the object: what addresses know by a number has the name of its newest version. */
export const calledIn = (newest: NewestVersion, name: string, { key }: Resource): string =>
  key.read === 'id' ? newest.name : name

/** What addresses call the object now: an old version may be shown under a name that the object no longer has. */
export const storedAs = (newest: NewestVersion, name: string, { key }: Resource): string =>
  key.read === 'name' ? newest.name : name
