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
  /** The kind of the target; `topology` for hosts and groups of endpoints, `operationsprofile` for what only the Web API has. */
  readonly to: string
  /** Restricts the reference to entries of the list with this value, if a list names several kinds. */
  readonly where?: Readonly<Record<string, string>>
  /** How the console stores it. A name has to be replaced if the target is renamed. */
  readonly by: 'id' | 'name'
  /** The other holder of the reference: the Web API gets each change, boxes read it. */
  readonly alsoIn?: 'web-api' | 'boxes'
  /** Whether the target can get another name. */
  readonly renamed: boolean
  readonly deleted: AfterDelete
}

const groupOf = (kind: GroupKind) => `groupof${kind}`

/** The objects of each kind of group, with their field for the group. */
const owned = [
  ['report', 'groupname', 'reports'],
  ['metric', 'group', 'metrics'],
  ['aggregationprofile', 'groupname', 'aggregations'],
  ['metricprofile', 'groupname', 'metricprofiles'],
  ['thresholdsprofile', 'groupname', 'thresholdsprofiles'],
] as const

const group = (from: string, field: string, kind: GroupKind): Reference => ({
  from,
  field,
  to: groupOf(kind),
  by: 'id',
  renamed: true,
  deleted: 'removed',
})

/** Every reference between objects of the console. */
export const references: readonly Reference[] = [
  { from: 'yumrepo', field: 'tag', to: 'ostag', by: 'id', renamed: false, deleted: 'never' },
  { from: 'package', field: 'repos.*', to: 'yumrepo', by: 'id', renamed: true, deleted: 'refused' },
  { from: 'probe', field: 'package', to: 'package', by: 'id', renamed: true, deleted: 'refused' },
  { from: 'metrictemplate', field: 'probeversion', to: 'probe', by: 'id', renamed: true, deleted: 'refused' },
  { from: 'metrictemplate', field: 'tags.*', to: 'metrictag', by: 'name', renamed: true, deleted: 'removed' },
  { from: 'metrictemplate', field: 'parent', to: 'metrictemplate', by: 'name', renamed: true, deleted: 'stays' },
  {
    from: 'metrictemplate',
    field: 'dependency.*.key',
    to: 'metrictemplate',
    by: 'name',
    renamed: true,
    deleted: 'stays',
  },
  { from: 'metrictag', field: 'metrics.*', to: 'metrictemplate', by: 'id', renamed: true, deleted: 'removed' },
  { from: 'metric', field: 'probeversion', to: 'probe', by: 'id', renamed: true, deleted: 'refused' },
  { from: 'metric', field: 'tags.*', to: 'metrictag', by: 'name', renamed: true, deleted: 'removed' },
  // The tenant's own name of the metric, whatever the catalogue calls the template.
  { from: 'metric', field: 'parent', to: 'metric', by: 'name', alsoIn: 'boxes', renamed: true, deleted: 'stays' },
  {
    from: 'metric',
    field: 'dependancy.*.key',
    to: 'metric',
    by: 'name',
    alsoIn: 'boxes',
    renamed: true,
    deleted: 'stays',
  },
  {
    from: 'metricprofile',
    field: 'metricinstances.*.metric',
    to: 'metric',
    by: 'name',
    alsoIn: 'web-api',
    renamed: true,
    deleted: 'removed',
  },
  {
    from: 'metricprofile',
    field: 'metricinstances.*.service',
    to: 'servicetype',
    by: 'name',
    alsoIn: 'web-api',
    renamed: false,
    deleted: 'stays',
  },
  {
    from: 'thresholdsprofile',
    field: 'rules.*.metric',
    to: 'metric',
    by: 'name',
    alsoIn: 'web-api',
    renamed: true,
    deleted: 'stays',
  },
  ...['host', 'endpoint_group'].map(
    (field): Reference => ({
      from: 'thresholdsprofile',
      field: `rules.*.${field}`,
      to: 'topology',
      by: 'name',
      alsoIn: 'web-api',
      renamed: false,
      deleted: 'never',
    }),
  ),
  {
    from: 'metricoverride',
    field: 'metric_parameters.*.metric',
    to: 'metric',
    by: 'name',
    alsoIn: 'boxes',
    renamed: true,
    deleted: 'stays',
  },
  ...['metric_parameters', 'host_attributes'].map(
    (list): Reference => ({
      from: 'metricoverride',
      field: `${list}.*.hostname`,
      to: 'topology',
      by: 'name',
      alsoIn: 'boxes',
      renamed: false,
      deleted: 'never',
    }),
  ),
  {
    from: 'aggregationprofile',
    field: 'metric_profile',
    to: 'metricprofile',
    by: 'id',
    alsoIn: 'web-api',
    renamed: false,
    deleted: 'refused',
  },
  {
    from: 'aggregationprofile',
    field: 'groups.*.services.*.name',
    to: 'servicetype',
    by: 'name',
    alsoIn: 'web-api',
    renamed: false,
    deleted: 'stays',
  },
  ...(['metric', 'aggregation', 'operations', 'thresholds'] as const).map(
    (type): Reference => ({
      from: 'report',
      field: `${type}_profile`,
      to: `${type}profile`,
      by: 'id',
      alsoIn: 'web-api',
      renamed: false,
      deleted: type === 'operations' ? 'never' : 'refused',
    }),
  ),
  {
    from: 'report',
    field: 'filter_tags.*.value',
    to: 'topology',
    by: 'name',
    alsoIn: 'web-api',
    renamed: false,
    deleted: 'never',
  },
  ...owned.map(([from, field, kind]) => group(from, field, kind)),
  ...owned.map(([to, , kind]): Reference => {
    return { from: groupOf(kind), field: 'items.*', to, by: 'id', renamed: to === 'metric', deleted: 'removed' }
  }),
  ...groupKinds.map((kind): Reference => {
    return { from: groupOf(kind), field: 'users.*', to: 'user', by: 'id', renamed: true, deleted: 'removed' }
  }),
  ...groupKinds.map((kind) => group('user', `groupsof${kind}.*`, kind)),
  ...groupKinds.map(
    (kind): Reference => ({
      from: 'identityprovider',
      field: 'group_rules.*.group',
      where: { kind },
      to: groupOf(kind),
      by: 'name',
      renamed: true,
      deleted: 'removed',
    }),
  ),
  { from: 'identityprovider', field: 'tenant', to: 'tenant', by: 'id', renamed: false, deleted: 'removed' },
  { from: 'tenant', field: 'combinedFrom.*', to: 'tenant', by: 'name', renamed: false, deleted: 'refused' },
  { from: 'probecandidate', field: 'service_type', to: 'servicetype', by: 'name', renamed: false, deleted: 'stays' },
]

/** The references of one kind to another. */
export const referencesBetween = (from: string, to: string): readonly Reference[] =>
  references.filter((reference) => reference.from === from && reference.to === to)

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
