import { z } from 'zod'
import { choice, list, pairs, text } from '../compare/field.ts'
import { internalApi, keyParams } from '../kit/addresses.ts'
import { superOnly } from '../kit/deployment.ts'
import { rollOutQuery } from '../kit/dry-run.ts'
import { defineAction, defineRead, megabyte } from '../kit/endpoint.ts'
import {
  clonedFrom,
  databaseId,
  keyValue,
  keyValueList,
  objectName,
  objectReference,
  optionalText,
  technicalName,
} from '../kit/fields.ts'
import { kindNames } from '../kit/kind-names.ts'
import { fieldMask, texts } from '../kit/named-fields.ts'
import { notices } from '../kit/notices.ts'
import { type AddInput, type DocumentOf, defineResource, type RecordOf, type RowOf } from '../kit/resource.ts'
import { metricTypes, passiveFlag, problemOfConfigValue } from './metric-settings.ts'

/** Requests a version that has no probe; other versions can be requested by the label of their probe version. */
export const noProbe = 'passive'

const keyValues = z.array(keyValue)

/** The document of a version. */
const document = z.object({
  name: z.string(),
  mtype: z.enum(metricTypes),
  tags: z.array(z.string()),
  /** `name (version)`; null for a passive one. */
  probeversion: z.string(),
  ...texts('description', 'parent', 'probeexecutable'),
  config: keyValues,
  attribute: keyValues,
  dependency: keyValues,
  flags: keyValues,
  parameter: keyValues,
})

const record = document.extend({
  id: z.number().int(),
  /** `name (version)` of the probe's package; null for a passive one. */
  package: z.string(),
  /** The roll-out that deletes it, while tenants still have metrics of it. */
  deleted_by: z.int().optional(),
})

/** The list names the tenants of a template if they are not more. */
export const maxNamedTenants = 20

const row = record.extend({
  /** Operating systems that have a repo with the package. */
  ostag: z.array(z.string()),
  /** The number of tenants that have a metric of it; only members of the super-tenant see it. */
  tenant_count: z.int().optional(),
  /** Their names, if they are not more than 20: thousands of tenants can have metrics of thousands of templates. */
  tenants: z.array(z.string()).max(maxNamedTenants).optional(),
})

const publishedVersion = {
  ...fieldMask('name', 'mtype', 'tags', 'probeversion', 'description', 'parent', 'probeexecutable'),
  ...fieldMask('config', 'attribute', 'dependency', 'flags', 'parameter'),
} as const
const publishedRecord = { ...publishedVersion, id: true, package: true } as const

const fields = {
  name: technicalName(),
  mtype: z.enum(metricTypes),
  tags: z
    .array(objectName())
    .max(100, 'Must be 100 tags or fewer')
    .transform((tags) => [...new Set(tags)].sort()),
  probeversion: optionalText(512),
  description: optionalText(1024),
  parent: optionalText(128),
  probeexecutable: optionalText(128),
  config: keyValueList(),
  attribute: keyValueList(),
  dependency: keyValueList(),
  flags: keyValueList(),
  parameter: keyValueList(),
}

type Fields = z.output<z.ZodObject<typeof fields>>

/** The rules of specification part 1 section 5; those of fields that a passive template does not have are skipped. */
function checkTemplate(template: Fields, context: z.RefinementCtx): void {
  const say = (message: string, ...path: (string | number)[]) =>
    context.addIssue({ code: 'custom', message, path, input: template })
  if (template.parent !== '' && template.parent === template.name) say('A metric cannot be its own parent', 'parent')
  if (template.mtype === 'Passive') return
  if (template.probeversion === '') say('Required', 'probeversion')
  if (template.probeexecutable.trim() === '') say('Required', 'probeexecutable')
  if (template.flags.some(({ key }) => key === passiveFlag.key)) {
    say('An active metric template cannot have the flag PASSIVE', 'flags')
  }
  for (const [index, entry] of template.config.entries()) {
    const message = problemOfConfigValue(entry)
    if (message) say(message, 'config', index, 'value')
  }
}

/** The checks that tenants can use (specification part 1, sections 2 to 5). */
export const metricTemplates = defineResource({
  ...kindNames.metricTemplates,
  key: { read: 'name', remove: 'name' },
  history: 'version',
  published: {
    row: row.pick({ ...publishedRecord, ostag: true }),
    record: record.pick(publishedRecord),
    document: document.pick(publishedVersion),
  },
  rolledOut: ['change', 'remove'],
  isRemovedByRollOut: true,
  userKeys: 'accepted',
  access: { super: { read: 'members', write: 'superusers' }, tenant: { read: 'members', write: 'nobody' } },
  record,
  row,
  moving: ['deleted_by'],
  bodyLimit: 2 * megabyte,
  /** `cloned_from` is the id of the template that this one was cloned from. Changes ignore it. */
  add: z.strictObject({ ...fields, cloned_from: clonedFrom() }).superRefine(checkTemplate),
  change: z.strictObject({ ...fields, id: databaseId(), cloned_from: clonedFrom() }).superRefine(checkTemplate),
  document,
  compared: {
    name: text('name'),
    probeversion: text('probe version'),
    mtype: choice('type'),
    tags: list('tags', 'Tag'),
    description: text('description'),
    probeexecutable: text('probe executable'),
    parent: text('parent'),
    config: pairs('config'),
    attribute: pairs('attribute'),
    dependency: pairs('dependency'),
    parameter: pairs('parameter'),
    flags: pairs('flags'),
  },
})

export type MetricTemplate = RecordOf<typeof metricTemplates>
export type MetricTemplateRow = RowOf<typeof metricTemplates>
export type MetricTemplateDocument = DocumentOf<typeof metricTemplates>
export type MetricTemplateInput = Omit<AddInput<typeof metricTemplates>, 'cloned_from'>

/** Deletes all of them or none. */
export const deleteMetricTemplates = defineAction({
  precondition: 'preview',
  path: `${internalApi}/deletetemplates`,
  summary: 'Delete several metric templates',
  deployments: superOnly,
  caller: { may: 'delete', resource: metricTemplates },
  query: rollOutQuery,
  bodyLimit: megabyte,
  body: z.strictObject({
    metrictemplates: z.array(objectReference()).min(1, 'No metric templates were selected!').max(5000),
  }),
  answer: notices,
})

/** What depends on the template. */
export const metricTemplateUsage = z.object({
  /** Each tenant with the name of its metric, the probe version that it uses, and the metric profiles that contain it. */
  tenants: z.array(
    z.object({ tenant: z.string(), metric: z.string(), probeversion: z.string(), profiles: z.array(z.string()) }),
  ),
  /** Names of the templates that have it as their parent or as a dependency. */
  children: z.array(z.string()),
  dependants: z.array(z.string()),
})
export type MetricTemplateUsage = z.output<typeof metricTemplateUsage>

export const metricTemplateUsedBy = defineRead({
  path: `${internalApi}/metrictemplates/:key/usage`,
  summary: 'What depends on a metric template, in all tenants',
  deployments: superOnly,
  caller: { may: 'view', resource: metricTemplates },
  params: keyParams,
  answer: metricTemplateUsage,
})

export const templatesOfTenant = defineRead({
  path: `${internalApi}/tenants/:key/metrictemplates`,
  summary: 'The names of the metric templates of which a tenant has metrics',
  deployments: superOnly,
  caller: { may: 'view', resource: metricTemplates },
  params: keyParams,
  answer: z.array(z.string()),
})
