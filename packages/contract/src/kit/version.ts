import { z } from 'zod'
import { moment } from './fields.ts'

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
