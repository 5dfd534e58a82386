import { z } from 'zod'
import { text } from '../compare/field.ts'
import { internalApi, keyParams } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { defineRead, openToVisitors } from '../kit/endpoint.ts'
import { clonedFrom, databaseId, objectReference, requiredText, technicalName } from '../kit/fields.ts'
import { kindNames } from '../kit/kind-names.ts'
import { fieldMask, texts } from '../kit/named-fields.ts'
import { type DocumentOf, defineResource, type RecordOf } from '../kit/resource.ts'
import { tenantUse } from './tenant-use.ts'

const withScheme = /^(https?|ftp):\/\//i

/** An address that a page can link to: not one that runs a script. */
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

/** Versions that a new probe had before elsewhere, the oldest first: metric templates can use them. */
const formerVersions = () => z.array(fields).max(100, 'Must be 100 versions or fewer').default([])

/** The document of a version. `version` is that of the package. */
const document = z.object({
  ...texts('name', 'version', 'package', 'description', 'comment', 'repository', 'docurl'),
})

/** The version in the label of a package; undefined if it has none. */
export const packageVersion = (label: string): string => / \((.+)\)$/.exec(label.trim())?.[1] ?? ''

/** A probe has the version of its package, so writes do not send it. */
type Content = Omit<z.output<typeof document>, 'version'>

const toDocument = (content: Content): z.output<typeof document> => ({
  ...content,
  version: packageVersion(content.package),
})

const fromDocument = ({ version: _, ...content }: z.output<typeof document>): Content => content

const record = document.extend({
  id: z.number().int(),
  /** The number of versions. */
  nv: z.number().int(),
})

const publishedVersion = fieldMask('name', 'version', 'package', 'description', 'comment', 'repository', 'docurl')
const published = record.pick({ ...publishedVersion, id: true, nv: true })

/** A program that checks services, and its package (specification part 1, sections 2 to 5). */
export const probes = defineResource({
  ...kindNames.probes,
  key: { read: 'name', remove: 'name' },
  history: 'version',
  published: { row: published, record: published, document: document.pick(publishedVersion) },
  rolledOut: ['change'],
  userKeys: 'accepted',
  access: {
    super: { read: 'members', write: 'superusers' },
    tenant: { read: 'members', write: 'nobody' },
  },
  record,
  row: record,
  add: fields.extend({
    /** The probe that this one was cloned from; its history says so. */
    cloned_from: clonedFrom(),
    former_versions: formerVersions(),
  }),
  change: fields.extend({
    id: databaseId(),
    /** Metric templates of the version that was current move to the new one. Ignored if no version is added. */
    update_metrics: z.boolean().optional(),
    /** These two are accepted and ignored, because callers send what they sent when they added the probe. */
    cloned_from: clonedFrom(),
    former_versions: formerVersions(),
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
 * What saving a probe with this package version does to its versions, of which there is one for each package version:
 * it updates the current version, restores an earlier one, or adds a new one.
 */
export function whatSavingDoes(
  current: string,
  versions: readonly string[],
  packageVersion: string,
): 'update' | 'restore' | 'add' {
  if (packageVersion === current) return 'update'
  return versions.includes(packageVersion) ? 'restore' : 'add'
}

/** The key is `{probe}({version})`. */
export const templatesOfProbe = defineRead({
  path: `${internalApi}/metricsforprobes/:key`,
  summary: 'Names of the metric templates that use a version of a probe now',
  deployments: everywhere,
  caller: { may: 'view', resource: probes },
  params: keyParams,
  answer: z.array(z.string()),
})

export const publicTemplatesOfProbe = openToVisitors(templatesOfProbe)

/** What depends on one version of a probe. */
const versionUsage = z.object({
  version: z.string(),
  /** Names of the metric templates that use it now. */
  templates: z.array(z.string()),
  /** Names of the templates that used it in an earlier version. Metrics may still use these versions. */
  formerly: z.array(z.string()),
  /** Tenants with metrics that run it; a tenant's own console only sees its own metrics. */
  tenants: z.array(tenantUse),
})

export type ProbeVersionUsage = z.output<typeof versionUsage>

export const probeUsage = defineRead({
  path: `${internalApi}/probes/:key/usage`,
  summary: 'What depends on a probe, version by version: metric templates, and metrics of tenants',
  deployments: everywhere,
  userKeys: 'accepted',
  caller: 'user',
  params: keyParams,
  answer: z.array(versionUsage),
})
