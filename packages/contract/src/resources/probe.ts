import { z } from 'zod'
import { text } from '../compare/field.ts'
import { internalApi, keyParams } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { clonedFrom, databaseId, objectReference, requiredText, technicalName } from '../kit/fields.ts'
import { type DocumentOf, defineResource, type RecordOf } from '../kit/resource.ts'
import { tenantUse } from './tenant-use.ts'

const withScheme = /^(https?|ftp):\/\//i

/** An address that a page can link to: nothing that a browser would run. */
const webAddress = () =>
  requiredText(512).refine((text) => text === '' || (withScheme.test(text) && URL.canParse(text)), 'Invalid url')

/** `name (version)` */
const isLabel = (text: string): boolean => {
  const bracket = text.indexOf(' (')
  return bracket >= 0 && text.endsWith(')') && text.length > bracket + 3
}

const fields = z.strictObject({
  name: technicalName(),
  /** `name (version)`. */
  package: objectReference(300).refine(
    (label) => label === '' || isLabel(label),
    'Package version should be specified.',
  ),
  repository: webAddress(),
  docurl: webAddress(),
  description: requiredText(1024),
  comment: requiredText(512),
})

/** What a version keeps. `version` is that of the package. */
const document = z.object({
  name: z.string(),
  version: z.string(),
  package: z.string(),
  description: z.string(),
  comment: z.string(),
  repository: z.string(),
  docurl: z.string(),
})

/** The version in the brackets of a package's label; nothing while there is none. */
export const packageVersion = (label: string): string => / \((.+)\)$/.exec(label.trim())?.[1] ?? ''

/** A probe has the version of its package, so that a write does not send it. */
type Content = Omit<z.output<typeof document>, 'version'>

const toDocument = (content: Content): z.output<typeof document> => ({
  ...content,
  version: packageVersion(content.package),
})

const fromDocument = ({ version: _, ...content }: z.output<typeof document>): Content => content

const record = document.extend({
  id: z.number().int(),
  /** How many versions there are. */
  nv: z.number().int(),
})

const publishedVersion = {
  name: true,
  version: true,
  package: true,
  description: true,
  comment: true,
  repository: true,
  docurl: true,
} as const
const published = record.pick({ ...publishedVersion, id: true, nv: true })

/** A program that checks services, and the package that brings it (specification part 1, sections 2 to 5). */
export const probes = defineResource({
  kind: 'probe',
  path: 'probes',
  label: { one: 'probe', many: 'probes' },
  key: { read: 'name', remove: 'name' },
  history: 'version',
  published: { row: published, record: published, document: document.pick(publishedVersion) },
  access: {
    super: { read: 'members', write: 'superusers' },
    tenant: { read: 'members', write: 'nobody' },
  },
  record,
  row: record,
  add: fields.extend({
    /** The probe that this one began as a copy of; its history says so. */
    cloned_from: clonedFrom(),
  }),
  change: fields.extend({
    id: databaseId(),
    /** Metric templates on the version that was current go on to the new one. Without a new version it means nothing. */
    update_metrics: z.boolean().optional(),
    /** Callers send what they sent when they added it; it means nothing. */
    cloned_from: clonedFrom(),
  }),
  document,
  compared: {
    name: text('name'),
    version: text('version'),
    package: text('package'),
    description: text('description'),
    repository: text('repository'),
    docurl: text('documentation'),
    comment: text('comment'),
  },
  toDocument,
  fromDocument,
})

export type Probe = RecordOf<typeof probes>
export type ProbeDocument = DocumentOf<typeof probes>

/**
 * What saving a probe with a package of this version does to its versions, of which there is one for each version of
 * the package: the current one is rewritten, one that there was before is brought back, or a new one is made.
 */
export function whatSavingDoes(
  current: string,
  versions: readonly string[],
  wanted: string,
): 'rewrite' | 'bring back' | 'make' {
  if (wanted === current) return 'rewrite'
  return versions.includes(wanted) ? 'bring back' : 'make'
}

const templates = {
  method: 'GET',
  deployments: everywhere,
  params: keyParams,
  answer: z.array(z.string()),
} as const

/** The key is `{probe}({version})`. */
export const templatesOfProbe = defineEndpoint({
  ...templates,
  path: `${internalApi}/metricsforprobes/:key`,
  summary: 'Names of the metric templates that are on a version of a probe now',
  caller: { may: 'view', resource: probes },
})

export const publicTemplatesOfProbe = defineEndpoint({
  ...templates,
  path: `${internalApi}/public_metricsforprobes/:key`,
  summary: 'The same, for everybody',
  caller: 'anyone',
})

/** What depends on one version of a probe. */
const versionUsage = z.object({
  version: z.string(),
  /** Names of the metric templates that are on it now. */
  templates: z.array(z.string()),
  /** Names of those that were on it once. Metrics may still be made from what they were. */
  formerly: z.array(z.string()),
  /** Tenants with metrics that it runs; a tenant's own console knows only of its own. */
  tenants: z.array(tenantUse),
})

export type ProbeVersionUsage = z.output<typeof versionUsage>

export const probeUsage = defineEndpoint({
  method: 'GET',
  path: `${internalApi}/probes/:key/usage`,
  summary: 'What depends on a probe, version by version: metric templates, and metrics of tenants',
  deployments: everywhere,
  caller: 'signed-in',
  params: keyParams,
  answer: z.array(versionUsage),
})
