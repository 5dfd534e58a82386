import { z } from 'zod'
import { list, text } from '../compare/field.ts'
import { internalApi, keyParams } from '../kit/addresses.ts'
import { superOnly } from '../kit/deployment.ts'
import { defineRead, megabyte } from '../kit/endpoint.ts'
import { databaseId, objectName, objectReference } from '../kit/fields.ts'
import { kindNames } from '../kit/kind-names.ts'
import { type DocumentOf, defineResource, type RecordOf } from '../kit/resource.ts'
import { tenantUse } from './tenant-use.ts'

/** What one request body can contain, and more than the number of templates anywhere. */
const maxMembers = 20_000

/** A name, or what a read has instead. */
const templateReference = z.union(
  [objectReference(), z.object({ name: objectReference() }).transform(({ name }) => name)],
  {
    error: ({ input }) => (typeof input === 'object' ? 'Must be an object with a name' : 'Must be text'),
  },
)

const fields = z.strictObject({
  name: objectName(),
  /** Names of the metric templates that have the tag; if it is left out, these do not change. */
  metrics: z
    .array(templateReference)
    .max(maxMembers, `A metric tag can be on at most ${maxMembers} metric templates`)
    .transform((names) => [...new Set(names)])
    .optional(),
})

const record = z.object({
  id: z.int(),
  name: z.string(),
  metrics: z.array(z.object({ name: z.string() })),
})

const published = record.pick({ id: true, name: true, metrics: true })

/**
 * A label of metric templates (specification part 2, sections 2 to 5). `internal`, `deprecated` and `eol` have a fixed
 * meaning.
 */
export const metricTags = defineResource({
  ...kindNames.metricTags,
  key: { read: 'name', remove: 'name' },
  history: 'version',
  historyIn: superOnly,
  published: { row: published, record: published },
  rolledOut: ['add', 'change', 'remove'],
  userKeys: 'accepted',
  access: {
    super: { read: 'members', write: 'superusers' },
    tenant: { read: 'members', write: 'nobody' },
  },
  record,
  row: record,
  bodyLimit: 4 * megabyte,
  add: fields,
  change: fields.extend({ id: databaseId() }),
  document: z.object({ name: z.string(), metrics: z.array(z.string()) }),
  compared: { name: text('name'), metrics: list('metric templates', 'Metric template') },
})

export type MetricTag = RecordOf<typeof metricTags>
export type MetricTagDocument = DocumentOf<typeof metricTags>

/** What would be affected if the tag were added to or removed from its templates. */
export const metricTagUsage = defineRead({
  path: `${internalApi}/metrictags/:key/usage`,
  summary: 'What depends on a metric tag, in all tenants',
  deployments: superOnly,
  userKeys: 'accepted',
  caller: 'user',
  params: keyParams,
  answer: z.object({
    /** Tenants with metrics of templates that have the tag. */
    tenants: z.array(tenantUse),
  }),
})
