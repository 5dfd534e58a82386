import { type Dependent, dependentsOf } from '@quatrain/contract/console/dependents.ts'
import { type Reference, references } from '@quatrain/contract/resources/references.ts'
import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '#kit/api/query-of.ts'
import { kindOf } from '#lib/kinds.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { counted } from '#lib/words.ts'
import type { Users } from './WhereUsed.tsx'

/** An object as references name it: its kind in the activity log and its name. */
export interface NamedObject {
  readonly kind: string
  readonly name: string
  /** The addresses of the objects of its kind, if a tenant has them elsewhere. */
  readonly paths?: ResourcePaths
  /** The kinds that its page shows as a field. */
  readonly elsewhere?: readonly string[]
}

/** What the page of an object shows as its own field, because both refer to each other, such as groups and their users. */
export const isMutual = ({ from, to }: Pick<Reference, 'from' | 'to'>): boolean =>
  from !== to && references.some((reverse) => reverse.from === to && reverse.to === from)

/** How often an object refers to another, or how, by the field that does. */
const notes: Readonly<Record<string, (count: number) => string>> = {
  'rules.*.metric': (count) => counted(count, 'rule'),
  'group_rules.*.group': (count) => counted(count, 'rule'),
  'metric_parameters.*.metric': (count) => counted(count, 'parameter'),
  parent: () => 'has it as parent',
  'dependency.*.key': () => 'depends on it',
  'dependancy.*.key': () => 'depends on it',
}

/** What refers to the object by the table of references, by kind. */
export const dependentsQuery = ({ kind, name, paths, elsewhere = [] }: NamedObject) =>
  queryOptions({
    ...queryOf([kind, 'dependents', name], dependentsOf, { params: { kind, key: name } }),
    // Other kinds change it too.
    refetchOnMount: 'always',
    select: (dependents): readonly Users[] =>
      [...Map.groupBy(dependents, ({ kind }) => kind)].flatMap(([from, ofKind]) =>
        isMutual({ from, to: kind }) || elsewhere.includes(from)
          ? []
          : usersOfKind(from, ofKind, from === kind ? paths : undefined),
      ),
  })

function usersOfKind(name: string, dependents: readonly Dependent[], ownPaths: ResourcePaths | undefined): Users[] {
  const kind = kindOf(name)
  if (!kind) return []
  const { label, key } = kind
  const paths = ownPaths ?? kind.paths
  // The address of a candidate has its number, which references do not have.
  const addressOf = (name: string) =>
    key === 'id' ? `${paths.list}?${new URLSearchParams({ name })}` : paths.details(name)
  const users = [...Map.groupBy(dependents, ({ name }) => name)].map(([name, fields]) => ({
    name,
    to: addressOf(name),
    note: fields.flatMap(({ field, count }) => notes[field]?.(count) ?? []).join(', '),
  }))
  return [{ ...label, users }]
}
