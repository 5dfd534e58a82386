// The kinds of objects that files can configure, in the words of the contract.
import type { z } from 'zod'
import { type Data, isData } from '../compare/field.ts'
import { type Key, keyIn } from '../kit/kind-names.ts'
import type { Resource } from '../kit/resource.ts'
import { inputFromDocument } from '../kit/stored-document.ts'
import { aggregationProfiles } from '../resources/aggregation-profile.ts'
import { defaultPortInput, defaultPorts } from '../resources/default-port.ts'
import { metrics } from '../resources/metric.ts'
import { metricOverrides } from '../resources/metric-override.ts'
import { metricProfiles } from '../resources/metric-profile.ts'
import { metricTags } from '../resources/metric-tag.ts'
import { metricTemplates } from '../resources/metric-template.ts'
import { packages } from '../resources/package.ts'
import { probes } from '../resources/probe.ts'
import { reports } from '../resources/report.ts'
import { serviceTypes } from '../resources/service-type.ts'
import { thresholdsProfiles } from '../resources/thresholds-profile.ts'
import { yumRepos } from '../resources/yum-repo.ts'
import { kindsInFiles } from './configuration.ts'

/** An object as a file says it: what identifies it in addresses, and the fields of its writes without defaults. */
export interface ConfiguredObject {
  readonly kind: string
  readonly name: string
  readonly spec: Data
}

/** A kind of object that files can have. */
export interface ConfiguredKind {
  readonly resource: Resource
  /** The folder of its files, such as `metric-profiles`. */
  readonly folder: string
  /** The fields of `spec` in their order. */
  readonly fields: readonly string[]
  /** The input of a write, which has the rules of the fields. */
  readonly input: z.ZodObject
  /** What a field has that a file leaves out; a field without a default is required. */
  readonly defaults: Data
}

/** Fields of writes that say nothing about the object, or that another object says: tags stand in templates. */
const leftOut: ReadonlySet<string> = new Set(['id', 'apiid', 'cloned_from', 'update_metrics', 'metrics'])

const isWholeKey = ({ key }: { readonly key: { readonly read: Key } }) => typeof key.read === 'string'

/** What a field of this schema has if it is empty; undefined if it is required. */
const emptyOf = (schema: z.ZodType): unknown =>
  [undefined, '', [], false].map((value) => schema.safeParse(value)).find(({ success }) => success)?.data

function configured<const R extends Resource>(
  resource: R,
  input: z.ZodObject | undefined = resource.add,
  only?: readonly string[],
): ConfiguredKind & { readonly resource: R } {
  if (!input) throw new Error(`There is no write of ${resource.label.many}.`)
  const fields = Object.keys(input.shape).filter((field) => {
    const isName = field === 'name' && isWholeKey(resource)
    return !isName && !leftOut.has(field) && (only?.includes(field) ?? true)
  })
  const defaults = Object.fromEntries(
    fields.flatMap((field) => {
      const empty = emptyOf(input.shape[field] as z.ZodType)
      return empty === undefined ? [] : [[field, empty]]
    }),
  )
  if (!isData(defaults)) throw new Error(`The defaults of ${resource.label.many} are no data.`)
  return { resource, folder: resource.label.many.toLowerCase().replaceAll(' ', '-'), fields, input, defaults }
}

type FileKind = (typeof kindsInFiles)[number]

/** Each kind that files can have. */
const byKind: { readonly [Kind in FileKind]: ConfiguredKind & { readonly resource: { readonly kind: Kind } } } = {
  defaultport: configured(defaultPorts, defaultPortInput),
  yumrepo: configured(yumRepos),
  package: configured(packages),
  probe: configured(probes),
  metrictag: configured(metricTags),
  metrictemplate: configured(metricTemplates),
  servicetype: configured(serviceTypes),
  // The rest of a metric comes from its template.
  metric: configured(metrics, metrics.change, ['group', 'probeversion', 'config']),
  metricprofile: configured(metricProfiles),
  thresholdsprofile: configured(thresholdsProfiles),
  aggregationprofile: configured(aggregationProfiles),
  report: configured(reports),
  metricoverride: configured(metricOverrides),
}

export const configuredKinds: readonly ConfiguredKind[] = kindsInFiles.map((kind) => byKind[kind])

/** The kind with this name that files can have; undefined if they cannot. */
export const configuredKind = (name: string): ConfiguredKind | undefined =>
  configuredKinds.find(({ resource }) => resource.kind === name)

/** Where a console serves the JSON Schema of a kind. */
export const schemaPath = (kind: string): string => `/api/schemas/${kind}.json`

/** The fields of a spec without those that have their default, in the order of the fields. */
export const shortSpec = ({ fields, defaults }: ConfiguredKind, values: Data): Data =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field]
      const isDefault = JSON.stringify(value) === JSON.stringify(defaults[field])
      return value === undefined || isDefault ? [] : [[field, value]]
    }),
  )

/** The object of a stored document, as a file says it; `name` is what identifies it in addresses. */
export function configuredObject(kind: ConfiguredKind, document: Data, name: string): ConfiguredObject {
  const { resource } = kind
  const input = inputFromDocument(resource, document)
  return { kind: resource.kind, name, spec: shortSpec(kind, { ...document, ...(isData(input) ? input : {}) }) }
}

/** A problem of an object in a file: the path of the field in the spec, and the rule. */
export interface SpecProblem {
  readonly path: readonly PropertyKey[]
  readonly message: string
  /** Whether it has the right form, so that an object can be stored so: it may be older than the rule. */
  readonly isOfRule: boolean
}

/**
 * The input of the write that makes an object as its file says, with defaults for what the file leaves out; or what is wrong with it, all of
 * it. Rules that depend on other objects are checked when it is written.
 */
export function inputOfSpec(
  kind: ConfiguredKind,
  { name, spec }: { readonly name: string; readonly spec: Readonly<Record<string, unknown>> },
): { readonly input?: Data; readonly problems: readonly SpecProblem[] } {
  const unknownFields = Object.keys(spec).filter((field) => !kind.fields.includes(field))
  const specFields = Object.fromEntries(Object.entries(spec).filter(([field]) => kind.fields.includes(field)))
  const nameField = isWholeKey(kind.resource) ? { name } : {}
  const { data, error } = kind.input.safeParse({ ...kind.defaults, ...specFields, ...nameField })
  const problems: SpecProblem[] = [
    ...unknownFields.map((field) => ({ path: [field], message: 'Unknown field', isOfRule: false })),
    ...(error?.issues ?? []).flatMap((issue): SpecProblem[] =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ path: [...issue.path, key], message: 'Unknown field', isOfRule: false }))
        : [{ path: issue.path, message: issue.message, isOfRule: issue.code !== 'invalid_type' }],
    ),
  ]
  const key = data && keyIn(data, kind.resource.key.read)
  if (key !== undefined && key !== name)
    problems.push({ path: ['name'], message: `The name must be ${key}`, isOfRule: false })
  return problems.length === 0 && isData(data) ? { input: data, problems } : { problems }
}
