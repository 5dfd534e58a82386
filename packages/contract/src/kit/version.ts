import { z } from 'zod'
import { databaseId, moment, optionalText } from './fields.ts'

/** One version of an object: a complete document with who, when and what changed (decision D12). */
export const versionOf = <Document extends z.ZodObject>(document: Document) =>
  z.object({
    id: z.number().int(),
    /** 1, 2, 3, … within the object, as text: for probes and templates it is the package version. */
    version: z.string(),
    object_repr: z.string(),
    date_created: moment(),
    user: z.string(),
    comment: z.string(),
    remark: z.string(),
    fields: document,
  })

/** The same for everybody: what it was and since when, and nothing of who made it so. */
export const publicVersionOf = <Document extends z.ZodObject>(document: Document) =>
  versionOf(document).pick({ id: true, version: true, object_repr: true, date_created: true, fields: true })

export type PublicVersionOf<Document extends z.ZodObject> = z.output<ReturnType<typeof publicVersionOf<Document>>>
export type VersionOf<Document extends z.ZodObject> = z.output<ReturnType<typeof versionOf<Document>>>

/** Of a comment, so much stands in a list of versions. */
export const longestListedComment = 500

/** What a list of versions says of each: everything but its document, and the beginning of a long comment. */
export const versionHead = versionOf(z.object({})).omit({ fields: true }).extend({
  /** Whether the version itself has more of its comment. */
  comment_is_cut: z.boolean(),
})

export const publicVersionHead = versionHead.pick({ id: true, version: true, object_repr: true, date_created: true })

/** The newest version of an object, and what the object is called in it. */
const newestVersion = z.object({ id: z.number().int(), version: z.string(), name: z.string() })

/** A page of versions, newest first, and what to ask the next page with; null on the last one. */
export const pageOfVersions = <Head extends z.ZodObject>(head: Head) =>
  z.object({ versions: z.array(head), newest: newestVersion, next: z.number().int().nullable() })

/** One version with its document, beside which version is the newest. */
export const oneVersionOf = <Document extends z.ZodObject>(document: Document) =>
  versionOf(document).extend({ newest: newestVersion })

export const onePublicVersionOf = <Document extends z.ZodObject>(document: Document) =>
  publicVersionOf(document).extend({ newest: newestVersion })

/** The page of versions older than `before`, or the first; with `version`, only what people call so. */
export const versionsQuery = z.strictObject({ before: databaseId().optional(), version: optionalText(1024).optional() })

export type VersionsQuery = z.output<typeof versionsQuery>

export type VersionHead = z.output<typeof versionHead>
export type PublicVersionHead = z.output<typeof publicVersionHead>
export type NewestVersion = z.output<typeof newestVersion>
