import { z } from 'zod'
import { choice, list, pairs, text } from '../compare/field.ts'
import { megabyte } from '../kit/endpoint.ts'
import { keyValue, keyValueList, objectReference, optionalText } from '../kit/fields.ts'
import { fieldMask, texts } from '../kit/named-fields.ts'
import { type ChangeInput, type DocumentOf, defineResource, type RecordOf } from '../kit/resource.ts'
import { protectedMetrics } from './metric-names.ts'
import { metricTypes, problemOfConfigValue } from './metric-settings.ts'

const keyValues = z.array(keyValue)

/**
 * The document of a version. Everything but the group and the configuration comes from the template version that the
 * metric uses.
 */
const document = z.object({
  name: z.string(),
  mtype: z.enum(metricTypes),
  tags: z.array(z.string()),
  /** `name (version)`; null for a passive metric, which has no probe. */
  probeversion: z.string(),
  /** Null if it belongs to no group. */
  group: z.string(),
  ...texts('description', 'parent', 'probeexecutable'),
  config: keyValues,
  attribute: keyValues,
  dependancy: keyValues,
  flags: keyValues,
  parameter: keyValues,
})

const record = document.extend({
  id: z.number().int(),
  /** Names of the metric profiles that contain it. */
  profiles: z.array(z.string()),
})

const published = record.pick({
  ...fieldMask('id', 'name', 'mtype', 'tags', 'probeversion', 'group', 'description', 'parent', 'probeexecutable'),
  ...fieldMask('config', 'attribute', 'dependancy', 'flags', 'parameter', 'profiles'),
})

/** The submitted configuration values: an empty or invalid number would stop the generator of the whole tenant. */
export const configValues = () =>
  keyValueList().superRefine((entries, context) => {
    for (const [index, entry] of entries.entries()) {
      const message = problemOfConfigValue(entry)
      if (message) context.addIssue({ code: 'custom', message, path: [index, 'value'] })
    }
  })

/**
 * The group and the values of the configuration, which belong to the tenant. Other fields may be sent only if they are
 * unchanged.
 */
const change = z.strictObject({
  name: objectReference(),
  group: objectReference(80),
  /** An active metric sends all entries: only values can change, and the value of `path` cannot. */
  config: configValues().optional(),
  mtype: document.shape.mtype.optional(),
  probeversion: optionalText(512).optional(),
  description: optionalText(1024).optional(),
  parent: optionalText(128).optional(),
  probeexecutable: optionalText(128).optional(),
  attribute: keyValueList().optional(),
  dependancy: keyValueList().optional(),
  flags: keyValueList().optional(),
  parameter: keyValueList().optional(),
})

/** A tenant changes the group and, of an active metric, the configuration; the rest comes from the template version. */
const fromDocument = ({ name, mtype, group, config }: z.output<typeof document>) => ({
  name,
  group,
  ...(mtype === 'Active' && { config }),
})

/** The entry with the directory of probes; tenants cannot change it. */
export const pathKey = 'path'

/**
 * A check with the configuration of its tenant (specification part 1, sections 2 and 3). Metrics are added and removed
 * by the metric profiles that contain them.
 */
export const metrics = defineResource({
  ...protectedMetrics,
  key: { read: 'name', remove: 'name' },
  history: 'tenantversion',
  published: { row: published, record: published },
  record,
  row: record,
  bodyLimit: 2 * megabyte,
  change,
  document,
  compared: {
    name: text('name'),
    probeversion: text('probe version'),
    mtype: choice('type'),
    tags: list('tags', 'Tag'),
    group: text('group'),
    description: text('description'),
    probeexecutable: text('probe executable'),
    parent: text('parent'),
    config: pairs('config'),
    attribute: pairs('attribute'),
    dependancy: pairs('dependency'),
    parameter: pairs('parameter'),
    flags: pairs('flags'),
  },
  fromDocument,
})

export type Metric = RecordOf<typeof metrics>
export type MetricDocument = DocumentOf<typeof metrics>
export type MetricChange = ChangeInput<typeof metrics>
