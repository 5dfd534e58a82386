// This is the one table of references (decision 129): it says which field of which kind of object contains the name of another object.
import { type GroupKind, groupKinds } from '../kit/group-kinds.ts'

/** What happens to a reference when its target is deleted. */
type AfterDelete =
  /** The delete is refused while there is one. */
  | 'refused'
  /** Removed with the target, in the same transaction or by a job; the dry run shows it. */
  | 'removed'
  /** Stays as it is. The delete or the page of the object says so. */
  | 'stays'
  /** No object of this kind is deleted by users of the console. */
  | 'never'

export interface Reference {
  /** The kind of the object that has the field. */
  readonly from: string
  /** The field in its documents; `*` is each entry of a list. */
  readonly field: string
  /** The kind of the target: of an object, or one of `outsideKinds`. */
  readonly to: string
  /** Restricts the reference to entries of the list with this value, if a list names several kinds. */
  readonly where?: Readonly<Record<string, string>>
  /** How the console stores it. A name has to be replaced if the target is renamed. */
  readonly by: 'id' | 'name'
  /** The other holder of the reference: the Web API gets each change, boxes read it. */
  readonly alsoIn?: 'web-api' | 'boxes'
  /** The field of the target's record with the names of the objects that refer to it, if it has one. */
  readonly shownIn?: string
  /** Whether the target can get another name. */
  readonly renamed: boolean
  readonly deleted: AfterDelete
}

/** What only the Web API has, by the kind that references name. Dry runs ask it for new names of the last four (decision 150). */
export const outsideKinds = ['operationsprofile', 'servicetype', 'host', 'endpointgroup', 'filtervalue'] as const
export type OutsideKind = (typeof outsideKinds)[number]

/** The kinds whose objects can get another name. */
const renamable: ReadonlySet<string> = new Set([
  ...['yumrepo', 'package', 'probe', 'metrictemplate', 'metrictag', 'metric', 'user'],
  ...groupKinds.map((kind) => `groupof${kind}`),
])

type Target = Omit<Reference, 'from' | 'field' | 'renamed'>

/** The targets of the fields of each kind. */
type Targets = readonly (readonly [from: string, targets: Readonly<Record<string, Target>>])[]

const ofCatalogue: Targets = [
  ['yumrepo', { tag: { to: 'ostag', by: 'id', deleted: 'never' } }],
  ['package', { 'repos.*': { to: 'yumrepo', by: 'id', deleted: 'refused' } }],
  ['probe', { package: { to: 'package', by: 'id', deleted: 'refused' } }],
  [
    'metrictemplate',
    {
      probeversion: { to: 'probe', by: 'id', deleted: 'refused' },
      'tags.*': { to: 'metrictag', by: 'name', deleted: 'removed' },
      parent: { to: 'metrictemplate', by: 'name', deleted: 'stays' },
      'dependency.*.key': { to: 'metrictemplate', by: 'name', deleted: 'stays' },
    },
  ],
  ['metrictag', { 'metrics.*': { to: 'metrictemplate', by: 'id', deleted: 'removed' } }],
]

const topology = (to: OutsideKind, alsoIn: Reference['alsoIn'] & string): Target => ({
  to,
  by: 'name',
  alsoIn,
  deleted: 'never',
})
const ofProfile = (to: string, by: Target['by'] = 'name'): Target => ({ to, by, alsoIn: 'web-api', deleted: 'refused' })

const ofTenants: Targets = [
  [
    'metric',
    {
      probeversion: { to: 'probe', by: 'id', deleted: 'refused' },
      'tags.*': { to: 'metrictag', by: 'name', deleted: 'removed' },
      // The tenant's own name of the metric, whatever the catalogue calls the template.
      parent: { to: 'metric', by: 'name', alsoIn: 'boxes', deleted: 'stays' },
      'dependancy.*.key': { to: 'metric', by: 'name', alsoIn: 'boxes', deleted: 'stays' },
    },
  ],
  [
    'metricprofile',
    {
      'metricinstances.*.metric': {
        to: 'metric',
        by: 'name',
        alsoIn: 'web-api',
        shownIn: 'profiles',
        deleted: 'removed',
      },
      'metricinstances.*.service': { to: 'servicetype', by: 'name', alsoIn: 'web-api', deleted: 'stays' },
    },
  ],
  [
    'thresholdsprofile',
    {
      'rules.*.metric': { to: 'metric', by: 'name', alsoIn: 'web-api', deleted: 'stays' },
      'rules.*.host': topology('host', 'web-api'),
      'rules.*.endpoint_group': topology('endpointgroup', 'web-api'),
    },
  ],
  [
    'metricoverride',
    {
      'metric_parameters.*.metric': { to: 'metric', by: 'name', alsoIn: 'boxes', deleted: 'stays' },
      'metric_parameters.*.hostname': topology('host', 'boxes'),
      'host_attributes.*.hostname': topology('host', 'boxes'),
    },
  ],
  [
    'aggregationprofile',
    {
      metric_profile: ofProfile('metricprofile', 'id'),
      'groups.*.services.*.name': { to: 'servicetype', by: 'name', alsoIn: 'web-api', deleted: 'stays' },
    },
  ],
  [
    'report',
    {
      metric_profile: ofProfile('metricprofile'),
      aggregation_profile: ofProfile('aggregationprofile'),
      operations_profile: { ...ofProfile('operationsprofile'), deleted: 'never' },
      thresholds_profile: ofProfile('thresholdsprofile'),
      'filter_tags.*.value': topology('filtervalue', 'web-api'),
    },
  ],
]

/** The objects of each kind of group, with their field for the group. */
const owned = [
  ['report', 'groupname', 'reports'],
  ['metric', 'group', 'metrics'],
  ['aggregationprofile', 'groupname', 'aggregations'],
  ['metricprofile', 'groupname', 'metricprofiles'],
  ['thresholdsprofile', 'groupname', 'thresholdsprofiles'],
] as const

const byId = (to: string): Target => ({ to, by: 'id', deleted: 'removed' })
const groupOf = (kind: GroupKind) => `groupof${kind}`

const ofPeople: Targets = [
  ...owned.map(([from, field, kind]) => [from, { [field]: byId(groupOf(kind)) }] as const),
  ...owned.map(([to, , kind]) => [groupOf(kind), { 'items.*': byId(to) }] as const),
  ...groupKinds.map((kind) => [groupOf(kind), { 'users.*': byId('user') }] as const),
  ...groupKinds.map((kind) => ['user', { [`groupsof${kind}.*`]: byId(groupOf(kind)) }] as const),
  ...groupKinds.map((kind) => {
    const target: Target = { to: groupOf(kind), where: { kind }, by: 'name', deleted: 'removed' }
    return ['identityprovider', { 'group_rules.*.group': target }] as const
  }),
  ['identityprovider', { tenant: byId('tenant') }],
  ['tenant', { 'combinedFrom.*': { to: 'tenant', by: 'name', deleted: 'refused' } }],
  ['probecandidate', { service_type: { to: 'servicetype', by: 'name', deleted: 'stays' } }],
]

const listed = (fields: Targets): readonly Reference[] =>
  fields.flatMap(([from, targets]) =>
    Object.entries(targets).map(([field, target]) => ({ from, field, ...target, renamed: renamable.has(target.to) })),
  )

/** Every reference between objects of the console. */
export const references = listed([...ofCatalogue, ...ofTenants, ...ofPeople])

/** What only labels objects, or selects them by their labels. */
const labels: ReadonlySet<string> = new Set(['metrictag', 'filtervalue'])

/** The references by which the configuration works: an object needs the targets of its own. Those of people and groups are others. */
export const configurationReferences = listed([...ofCatalogue, ...ofTenants]).filter(
  ({ from, to }) => !labels.has(from) && !labels.has(to),
)

/** The references of one kind to another. */
export const referencesBetween = (from: string, to: string): readonly Reference[] =>
  references.filter((reference) => reference.from === from && reference.to === to)

/**
 * The references to names that nothing may have, by what is stored: a target can be deleted, another client of the Web API can have written
 * the name, or an identity provider can have come with it. Versions keep the former names of tags, and the topology changes each day.
 */
export const canBeMissing: readonly Reference[] = references.filter(({ to, by, alsoIn, deleted }) => {
  if (to === 'metrictag' || outsideKinds.some((kind) => kind === to && kind !== 'servicetype')) return false
  return by === 'name' && (deleted !== 'refused' || alsoIn === 'web-api')
})

type Data = Readonly<Record<string, unknown>>

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null

/** A name at its place in a document, as errors of fields name it: `group_rules.2.group`. */
export interface NamedAt {
  readonly name: string
  readonly path: string
}

/** The names that a document contains in the field of a reference, without empty ones. */
export function namesIn(document: unknown, { field, where }: Pick<Reference, 'field' | 'where'>): NamedAt[] {
  const names: NamedAt[] = []
  visit(document, { field, where }, (name, path) => {
    if (name !== '') names.push({ name, path })
    return name
  })
  return names
}

/**
 * The document with other names in the fields of these references: `renamed` returns the name to be in the place of one, or
 * undefined to remove the entry of the list that has it.
 */
export function withNames<Document>(
  document: Document,
  fields: readonly Pick<Reference, 'field' | 'where'>[],
  renamed: (name: string) => string | undefined,
): Document {
  return fields.reduce((renamedDocument, field) => visit(renamedDocument, field, renamed) as Document, document)
}

const missingValue = Symbol('nothing')

function visit(
  document: unknown,
  { field, where = {} }: Pick<Reference, 'field' | 'where'>,
  renamed: (name: string, path: string) => string | undefined,
): unknown {
  const walk = (value: unknown, [step, ...nestedSteps]: readonly string[], path: readonly string[]): unknown => {
    if (step === undefined) return typeof value === 'string' ? (renamed(value, path.join('.')) ?? missingValue) : value
    if (step === '*') {
      if (!Array.isArray(value)) return value
      return value
        .map((entry, index) => walk(entry, nestedSteps, [...path, String(index)]))
        .filter((entry) => entry !== missingValue)
    }
    if (!isData(value) || !Object.hasOwn(value, step)) return value
    // A condition is about the entry that has the last field.
    if (nestedSteps.length === 0 && Object.entries(where).some(([key, expected]) => value[key] !== expected))
      return value
    const walked = walk(value[step], nestedSteps, [...path, step])
    return walked === missingValue ? missingValue : { ...value, [step]: walked }
  }
  const result = walk(document, field.split('.'), [])
  return result === missingValue ? document : result
}
