import { z } from 'zod'
import { text } from '../compare/field.ts'
import { internalApi } from '../kit/addresses.ts'
import { tenantOnly } from '../kit/deployment.ts'
import { writeQuery } from '../kit/dry-run.ts'
import { defineEndpoint, megabyte } from '../kit/endpoint.ts'
import { optionalText, uniqueRows } from '../kit/fields.ts'
import { kindNames } from '../kit/kind-names.ts'
import { fieldMask } from '../kit/named-fields.ts'
import { notices } from '../kit/notices.ts'
import { type DocumentOf, defineResource, type RecordOf, type RowOf } from '../kit/resource.ts'
import { serviceTypeMessages } from './service-type-rules.ts'

const maxServiceTypes = 10_000

/**
 * One service type as a write sends it. Only its size is checked here: `problemsOfServiceTypes` checks those that a write
 * adds or changes, and keeps the others, whatever another program has stored.
 */
const fields = z.strictObject({
  name: optionalText(512),
  /** A change of it is ignored where the tenant does not use titles. */
  title: optionalText(1024).default(''),
  description: optionalText(10_000),
})

const document = z.object({ name: z.string(), title: z.string(), description: z.string() })

/** The first tag is the source: `poem` for the console, `topology` for a connector. */
const row = document.extend({ tags: z.array(z.string()) })

/** A metric profile that contains the service type, with the metrics that it checks. */
const metricProfileOfType = z.object({ name: z.string(), metrics: z.array(z.string()) })

const record = row.extend({
  metricprofiles: z.array(metricProfileOfType),
  /** The names of the aggregation profiles with the service type in a group. */
  aggregationprofiles: z.array(z.string()),
})

/**
 * What kinds of services the tenant has. The Web API stores them as one list; a connector maintains those of the topology,
 * superusers maintain the others (specification part 2, sections 2 to 6).
 */
export const serviceTypes = defineResource({
  ...kindNames.serviceTypes,
  key: { read: 'name', remove: 'name' },
  history: 'tenantversion',
  published: {
    row: row.pick(fieldMask('name', 'title', 'description', 'tags')),
    record: record.pick(fieldMask('name', 'title', 'description', 'tags', 'metricprofiles', 'aggregationprofiles')),
  },
  userKeys: 'accepted',
  access: { tenant: { read: 'members', write: 'superusers' } },
  record,
  row,
  add: fields,
  change: fields,
  document,
  compared: { name: text('name'), title: text('title'), description: text('description') },
})

export type ServiceType = RecordOf<typeof serviceTypes>
export type ServiceTypeRow = RowOf<typeof serviceTypes>
export type ServiceTypeDocument = DocumentOf<typeof serviceTypes>

const list = z.object({ servicetypes: z.array(row) }).extend(notices.shape)

const namedOnce = uniqueRows(({ name }: z.output<typeof fields>) => name, serviceTypeMessages.name.added)
const atMost = `There can be at most ${maxServiceTypes} service types`

/** Adds several service types. Returns all service types, with the `ETag` that replacing them takes. */
export const addServiceTypes = defineEndpoint({
  method: 'POST',
  precondition: 'none',
  path: `${internalApi}/addservicetypes`,
  summary: 'Add several service types',
  deployments: tenantOnly,
  caller: { may: 'add', resource: serviceTypes },
  query: writeQuery,
  bodyLimit: 4 * megabyte,
  body: z.strictObject({
    servicetypes: z
      .array(fields)
      .min(1, 'Name at least one service type')
      .max(maxServiceTypes, atMost)
      .superRefine(namedOnce),
  }),
  answer: list,
})

/**
 * Replaces the service types that superusers maintain; those of the topology stay. `If-Match` contains the `ETag` of the
 * list that was read.
 */
export const replaceServiceTypes = defineEndpoint({
  method: 'POST',
  precondition: 'version',
  path: `${internalApi}/replaceservicetypes`,
  summary: 'Replace the service types that do not come from the topology',
  deployments: tenantOnly,
  caller: { may: 'change', resource: serviceTypes },
  query: writeQuery,
  bodyLimit: 4 * megabyte,
  body: z.strictObject({ servicetypes: z.array(fields).max(maxServiceTypes, atMost).superRefine(namedOnce) }),
  answer: list,
})
