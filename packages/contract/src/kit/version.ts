import { z } from 'zod'
import { databaseId, moment, optionalText } from './fields.ts'
import { texts } from './named-fields.ts'

/** A version of an object: a complete document with its author, time and comment (decision D12). */
export const versionOf = <Document extends z.ZodObject>(document: Document) =>
  z.object({
    id: z.number().int(),
    /** 1, 2, 3, … within the object, as text; the package version for probes and templates. */
    version: z.string(),
    object_repr: z.string(),
    date_created: moment(),
    ...texts('user', 'comment', 'remark'),
    fields: document,
  })

/** A public version: its document and time, without its author. */
export const publicVersionOf = <Document extends z.ZodObject>(document: Document) =>
  versionOf(document).pick({ id: true, version: true, object_repr: true, date_created: true, fields: true })

export type PublicVersionOf<Document extends z.ZodObject> = z.output<ReturnType<typeof publicVersionOf<Document>>>
export type VersionOf<Document extends z.ZodObject> = z.output<ReturnType<typeof versionOf<Document>>>

/** Maximum length of a comment in a list of versions. */
export const longestListedComment = 500

/** The change request that made a version; absent if none did, or if it writes to what the reader may not see. */
const byRequest = { request: z.object({ id: z.int(), title: z.string() }).optional() }

/** A version in a list: without its document, and with the beginning of a long comment. */
export const versionHead = versionOf(z.object({}))
  .omit({ fields: true })
  .extend({
    /** Whether the comment is truncated. */
    comment_is_cut: z.boolean(),
    /** Whether it is not a version but a deletion, which has no document. */
    deleted: z.boolean(),
    ...byRequest,
  })

export const publicVersionHead = versionHead.pick({ id: true, version: true, object_repr: true, date_created: true })

/** The deletion of an object. An add with `object` as `restored_object` continues its history. */
const deletion = z.object({ object: z.number().int(), date_created: moment(), user: z.string(), remark: z.string() })

/** The newest version of an object, and its name in that version. Its deletion, if it does not exist any more. */
const newestVersion = z.object({
  id: z.number().int(),
  version: z.string(),
  name: z.string(),
  deletion: deletion.nullable(),
})

/** Visitors do not see who deleted an object, as they do not see who saved its versions. */
const publicDeletion = deletion.pick({ object: true, date_created: true })
const publicNewestVersion = newestVersion.extend({ deletion: publicDeletion.nullable() })

/** A page of versions, newest first, and the cursor of the next page; null on the last one. */
export const pageOfVersions = <Head extends z.ZodObject>(head: Head) =>
  z.object({
    versions: z.array(head),
    newest: newestVersion,
    next: z.number().int().nullable(),
    /** The number of the oldest versions that are in archives, and cannot be read. */
    archived: z.number().int(),
  })

export const publicPageOfVersions = pageOfVersions(publicVersionHead).extend({ newest: publicNewestVersion })

/** A version with its document, and the newest version. */
export const oneVersionOf = <Document extends z.ZodObject>(document: Document) =>
  versionOf(document).extend({ newest: newestVersion, ...byRequest })

/** Returns the schema of one version as visitors read it, with the newest version. */
export const onePublicVersionOf = <Document extends z.ZodObject>(document: Document) =>
  publicVersionOf(document).extend({ newest: publicNewestVersion })

/** The page of versions older than `before`, or the first one; with `version`, only versions with this name. */
export const versionsQuery = z.strictObject({ before: databaseId().optional(), version: optionalText(1024).optional() })

export type VersionsQuery = z.output<typeof versionsQuery>

export type VersionHead = z.output<typeof versionHead>
export type PublicVersionHead = z.output<typeof publicVersionHead>
/** The deletion of an object, as a member or a visitor reads it. */
export type Deletion =
  | z.output<typeof deletion>
  | (z.output<typeof publicDeletion> & { readonly user?: undefined; readonly remark?: undefined })
export type NewestVersion = Omit<z.output<typeof newestVersion>, 'deletion'> & { readonly deletion: Deletion | null }
