import { z } from 'zod'
import { text } from '../compare/field.ts'
import { internalApi } from '../kit/addresses.ts'
import { everywhere, superOnly } from '../kit/deployment.ts'
import { writeQuery } from '../kit/dry-run.ts'
import { defineEndpoint, megabyte } from '../kit/endpoint.ts'
import { requiredText, trimmedText, uniqueRows } from '../kit/fields.ts'
import { kindNames } from '../kit/kind-names.ts'
import { notices } from '../kit/notices.ts'
import { type DocumentOf, defineResource, type RecordOf } from '../kit/resource.ts'

const maxPorts = 5_000
const highestPort = 65_535

const name = requiredText(128, 'This field is required').refine(
  (name) => name === '' || /^[A-Za-z][A-Za-z0-9_-]*$/.test(name),
  'Name can contain alphanumeric characters, dash and underscore, but must always begin with a letter',
)

/** Digits, as the specification requires; leading zeros are insignificant. */
const value = trimmedText(128)
  .overwrite((text) => text.replace(/^0+(?=\d)/, ''))
  .min(1, { message: 'This field is required', abort: true })
  .regex(/^\d+$/, { message: 'Value must contain numeric characters', abort: true })
  .refine((text) => Number(text) >= 1 && Number(text) <= highestPort, `Value must be between 1 and ${highestPort}`)

/** One row of the submitted list. */
export const defaultPortInput = z.strictObject({ name, value })

const document = z.object({ name: z.string(), value: z.string() })

const record = document.extend({
  id: z.int(),
  /** Names of the metric templates that have an attribute with this name. */
  metrictemplates: z.array(z.string()),
})

const published = record.pick({ id: true, name: true, value: true, metrictemplates: true })

/**
 * Ports that probes use by name (specification part 2, section 2). They are written as one list. The name identifies a
 * port: renaming one means removing it and adding another.
 */
export const defaultPorts = defineResource({
  ...kindNames.defaultPorts,
  key: { read: 'name', remove: 'name' },
  history: 'version',
  historyIn: superOnly,
  published: { row: published, record: published },
  userKeys: 'accepted',
  access: {
    super: { read: 'members', write: 'superusers' },
    tenant: { read: 'members', write: 'nobody' },
  },
  record,
  row: record,
  document,
  compared: { name: text('name'), value: text('value') },
})

export type DefaultPort = RecordOf<typeof defaultPorts>
export type DefaultPortDocument = DocumentOf<typeof defaultPorts>

/** The list replaces the stored one; `If-Match` contains the `ETag` of the list that was read. */
export const replaceDefaultPorts = defineEndpoint({
  method: 'POST',
  precondition: 'version',
  path: `${internalApi}/default_ports`,
  summary: 'Replace the list of default ports',
  deployments: everywhere,
  caller: { may: 'change', resource: defaultPorts },
  query: writeQuery,
  bodyLimit: megabyte,
  body: z.strictObject({
    ports: z
      .array(defaultPortInput)
      .max(maxPorts, `There can be at most ${maxPorts} default ports`)
      .superRefine(uniqueRows(({ name }) => name, 'Duplicate')),
  }),
  answer: z.object({ ports: z.array(record) }).extend(notices.shape),
})

export type DefaultPortInput = z.output<typeof defaultPortInput>
