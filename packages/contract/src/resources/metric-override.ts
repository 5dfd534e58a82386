import { z } from 'zod'
import { records, text } from '../compare/field.ts'
import { megabyte } from '../kit/endpoint.ts'
import {
  databaseId,
  isPrintable,
  isReservedName,
  optionalText,
  requiredText,
  trimmedText,
  uniqueRows,
} from '../kit/fields.ts'
import { kindNames } from '../kit/kind-names.ts'
import { type DocumentOf, defineResource, type RecordOf } from '../kit/resource.ts'
import { wholeNumberKeys } from './metric-settings.ts'

/** Rows of one list. Users can split overrides freely, because all of them apply together. */
const maxRows = 2_000

const setName = /^[A-Za-z][A-Za-z0-9_-]*$/
const attributeName = /^[A-Za-z][A-Za-z0-9._-]*$/
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?'
const suffix = '(?:_[A-Za-z0-9._-]+)?'
/** A host name in letters of any script, with or without the dot at its end, or the name of a service on it: `hostname_service`. */
const hostName = new RegExp(`^${label}(?:\\.${label})*\\.?${suffix}$`, 'u')
const ipv6Host = new RegExp(`^([0-9A-Fa-f:.]+)${suffix}$`)
const lineBreak = /[\r\n]/

const mayContain = 'can contain alphanumeric characters, dash, underscore and dot, but must always begin with a letter'

/** Whether a host of the topology can be called so. */
export const isHostName = (text: string): boolean =>
  text.includes(':') ? z.ipv6().safeParse(ipv6Host.exec(text)?.[1]).success : hostName.test(text)

/** The error of a cell of a row that is not blank; the specification fixes the wording. */
const ruleOf = {
  hostname: (text: string) => (isHostName(text) ? undefined : 'Invalid hostname'),
  attribute: (text: string) => (attributeName.test(text) ? undefined : `Attribute ${mayContain}`),
  metric: (text: string) => (attributeName.test(text) ? undefined : `Metric name ${mayContain}`),
  parameter: (text: string) =>
    /^\S+$/.test(text) && isPrintable(text) ? undefined : 'Parameter cannot contain white space',
} as const

type Cell = keyof typeof ruleOf

const wholeNumbers = new Set(wholeNumberKeys.map((key) => key.toLowerCase()))

/** A timeout must be a whole number, both as an attribute and as an option of a command: `--timeout`. */
const needsWholeNumber = (name: string): boolean => wholeNumbers.has(name.replace(/^--?/, '').toLowerCase())

const trimmed = () => trimmedText(255)
const value = optionalText(1024)

/**
 * One of the three lists. Blank rows are dropped, the others keep their order. A value can be empty: an option without a
 * value is a switch. `named` are the cells that identify a
 * row; `set` is the one that the value belongs to.
 */
function listOf<Row extends Readonly<Record<string, string>>>(
  row: z.ZodType<Row>,
  { nameCells, set }: { nameCells: readonly Cell[]; set: 'attribute' | 'parameter' },
) {
  const textOf = (row: Row, cell: string) => row[cell] ?? ''
  const problemOfValue = (row: Row) => {
    const text = textOf(row, 'value')
    if (lineBreak.test(text)) return 'Value cannot contain line breaks'
    if (text !== '' && needsWholeNumber(textOf(row, set)) && !/^\d{1,9}$/.test(text)) return 'Must be a whole number'
    return undefined
  }
  return z
    .array(row)
    .max(maxRows, `There can be at most ${maxRows} rows`)
    .transform((rows) => rows.filter((row) => Object.values(row).some((text) => text.trim() !== '')))
    .superRefine((rows, context) => {
      for (const [index, row] of rows.entries()) {
        const say = (cell: string, message: string | undefined) => {
          if (message !== undefined) context.addIssue({ code: 'custom', message, path: [index, cell] })
        }
        for (const cell of nameCells) say(cell, ruleOf[cell](textOf(row, cell)))
        say('value', problemOfValue(row))
      }
    })
    .superRefine(uniqueRows((row) => nameCells.map((cell) => textOf(row, cell)).join('\n'), 'Duplicated'))
}

const globalAttribute = z.strictObject({ attribute: trimmed(), value })
const hostAttribute = z.strictObject({ hostname: trimmed(), attribute: trimmed(), value })
const metricParameter = z.strictObject({ hostname: trimmed(), metric: trimmed(), parameter: trimmed(), value })

const fields = z.strictObject({
  name: requiredText(128, 'Name field is required')
    .refine(
      (name) => name === '' || setName.test(name),
      'Name can contain alphanumeric characters, dash and underscore, but must always begin with a letter',
    )
    .refine((name) => !isReservedName(name), 'This name is reserved'),
  global_attributes: listOf(globalAttribute, { set: 'attribute', nameCells: ['attribute'] }),
  host_attributes: listOf(hostAttribute, { set: 'attribute', nameCells: ['hostname', 'attribute'] }),
  metric_parameters: listOf(metricParameter, {
    nameCells: ['hostname', 'metric', 'parameter'],
    set: 'parameter',
  }),
})

const document = z.object({
  name: z.string(),
  global_attributes: z.array(z.object({ attribute: z.string(), value: z.string() })),
  host_attributes: z.array(z.object({ hostname: z.string(), attribute: z.string(), value: z.string() })),
  metric_parameters: z.array(
    z.object({ hostname: z.string(), metric: z.string(), parameter: z.string(), value: z.string() }),
  ),
})

const record = document.extend({ id: z.int() })

/**
 * Named sets of attributes and parameters that take precedence over those of the metrics on monitoring boxes
 * (specification part 2, sections 2 to 5). All of them apply, in name order; the last one wins.
 */
export const metricOverrides = defineResource({
  ...kindNames.metricOverrides,
  key: { read: 'name', remove: 'name' },
  history: 'tenantversion',
  userKeys: 'accepted',
  access: { tenant: { read: 'superusers', write: 'superusers' } },
  record,
  row: record,
  bodyLimit: 4 * megabyte,
  add: fields,
  change: fields.extend({ id: databaseId() }),
  document,
  compared: {
    name: text('name'),
    global_attributes: records('global attributes', {
      identity: { attribute: 'Attribute' },
      fields: { value: text('Value') },
      isOrdered: true,
    }),
    host_attributes: records('host attributes', {
      identity: { hostname: 'Hostname', attribute: 'Attribute' },
      fields: { value: text('Value') },
      isOrdered: true,
    }),
    metric_parameters: records("metrics' parameters", {
      identity: { hostname: 'Hostname', metric: 'Metric', parameter: 'Parameter' },
      fields: { value: text('Value') },
      isOrdered: true,
    }),
  },
})

export type MetricOverride = RecordOf<typeof metricOverrides>
export type MetricOverrideDocument = DocumentOf<typeof metricOverrides>
export type OverrideLists = Omit<MetricOverrideDocument, 'name'>

/** The host of `servicetype__hostname`; a host name contains no underscore. */
export const hostOf = (host: string): string => host.slice(host.lastIndexOf('__') + 1).replace(/^_/, '')

/**
 * Whether monitoring boxes treat an attribute with this name as a secret. They read its value from their secrets file
 * unless a global attribute sets one.
 */
export const namesSecret = (attribute: string): boolean =>
  /_(?:TOKEN|LOGIN|SALT|ID|PASSWORD|USER|SECRET|USERNAME|CREDENTIALS)$/.test(attribute)

/** The variable of the secrets file that contains such an attribute: `$ARGO_API_TOKEN` for `argo.api_TOKEN`. */
export const secretVariable = (attribute: string): string =>
  `$${attribute.includes('.') ? attribute.toUpperCase().replaceAll('.', '_') : attribute}`

/** The variables in a value that only a secrets file can resolve, without macros such as `$USER1$`. */
export const secretVariablesIn = (value: string): readonly string[] =>
  value.replace(/\$\w+\$/g, '').match(/\$[A-Za-z_]\w*/g) ?? []
