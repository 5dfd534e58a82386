import { Button } from '@mantine/core'
import { type Dependent, dependentsOf } from '@quatrain/contract/console/dependents.ts'
import { configurationReferences, type Reference, references } from '@quatrain/contract/resources/references.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { queryOf } from '#kit/api/queries.ts'
import { kindOf } from '#lib/kinds.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { counted } from '#lib/words.ts'
import { createStore } from '#ui/store.ts'
import details from './details.module.css'
import { LoadFailure } from './page-states.tsx'
import { focusSection } from './Section.tsx'
import classes from './WhereUsed.module.css'

/** An object that depends on the displayed one. */
export interface User {
  readonly name: string
  /** Its address, if it has one. */
  readonly to?: string | undefined
  /** Additional text after its name. */
  readonly note?: string
}

export interface Users {
  readonly one: string
  readonly many: string
  readonly users: readonly User[]
}

/** A query of dependents. With an error, the data are those that could be found. */
export interface UsersQuery {
  readonly data: readonly Users[] | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => Promise<unknown>
}

interface Props {
  readonly query: UsersQuery
  /** Shown if nothing depends on it. */
  readonly emptyText: string
}

/** The dependents of an object by kind, from direct to indirect ones, with their numbers. */
export function WhereUsed({ query, emptyText }: Props) {
  const { data, error, refetch } = query
  const groups = data?.filter(({ users }) => users.length > 0) ?? []
  return (
    <UsageSection isBusy={!data && !error}>
      {error && <LoadFailure subject="What depends on it" error={error} retry={refetch} isBusy={query.isFetching} />}
      {!data && !error && <p role="status">Loading dependents</p>}
      {data && !error && groups.length === 0 && <p>{emptyText}</p>}
      {groups.length > 0 && (
        <dl className={classes.groups}>
          {groups.map((group) => (
            <Group key={group.many} {...group} />
          ))}
        </dl>
      )}
    </UsageSection>
  )
}

const maxShown = 20

function Group({ one, many, users }: Users) {
  const [isWhole, setWhole] = useState(false)
  const visibleUsers = isWhole ? users : users.slice(0, maxShown)
  return (
    <div className={classes.group}>
      <dt>{counted(users.length, one, many)}</dt>
      <dd>
        <ul className={classes.names}>
          {visibleUsers.map(({ name, to, note }) => (
            <li key={name}>
              <span className="mono">{to === undefined ? name : <Link to={to}>{name}</Link>}</span>
              {note !== undefined && <span className={classes.note}> {note}</span>}
            </li>
          ))}
        </ul>
        {visibleUsers.length < users.length && (
          <Button size="compact-sm" variant="subtle" onClick={() => setWhole(true)}>
            Show all {users.length.toLocaleString('en')}
          </Button>
        )}
      </dd>
    </div>
  )
}

/** The id of the heading of the dependents on the screen, to which the head of the page leads. */
export const usedBy = createStore<string | undefined>(undefined)

const place = '#used-by'

/** The dependents of an object on its page. */
export const addressOfUsage = (detailsPage: string): string => detailsPage + place

/** The section of the dependents of an object. It has the focus if the address says so. */
export function UsageSection({ isBusy, children }: { readonly isBusy: boolean; readonly children: ReactNode }) {
  const heading = useId()
  useEffect(() => {
    usedBy.set(() => heading)
    return () => usedBy.set(() => undefined)
  }, [heading])
  useEffect(() => {
    const element = document.getElementById(heading)
    if (element && !isBusy && window.location.hash === place) focusSection(element)
  }, [heading, isBusy])
  return (
    <section className={details.section} aria-labelledby={heading} aria-busy={isBusy}>
      <h2 id={heading}>Where it is used</h2>
      {children}
    </section>
  )
}

/**
 * The dependents that several queries find, as one: those that were found are shown even if a query fails. What several of them
 * find is shown as the first one has it.
 */
export function combineUsers(queries: readonly UsersQuery[]): UsersQuery {
  const ofKinds = Map.groupBy(
    queries.flatMap(({ data }) => data ?? []),
    ({ one }) => one,
  )
  return {
    data: queries.some(({ data, error }) => !data && !error) ? undefined : [...ofKinds.values()].flatMap(united),
    error: queries.find(({ data, error }) => !data && error)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(queries.filter(({ data }) => !data).map(({ refetch }) => refetch())),
  }
}

/** The dependents of one kind. */
function united(groups: readonly Users[]): Users[] {
  const ofNames = Map.groupBy(
    groups.flatMap(({ users }) => users),
    ({ name }) => name,
  )
  const users = [...ofNames.values()].flatMap((users) => users.slice(0, 1))
  return groups.slice(0, 1).map((group) => ({ ...group, users }))
}

interface DependentsProps {
  readonly object: NamedObject
  /** What the page knows more about. */
  readonly query?: UsersQuery
  readonly emptyText: string
}

/** What refers to an object by the table of references, and what its page adds to that. */
export function Dependents({ object, query, emptyText }: DependentsProps) {
  const dependents = useQuery(dependentsQuery(object))
  return <WhereUsed query={combineUsers(query ? [query, dependents] : [dependents])} emptyText={emptyText} />
}

/** An object as references name it: its kind in the activity log and its name. */
export interface NamedObject {
  readonly kind: string
  readonly name: string
  /** The addresses of the objects of its kind, if a tenant has them elsewhere. */
  readonly paths?: ResourcePaths
}

/** Whether both refer to each other, such as groups and their users: each is a field of the other. */
export const isMutual = ({ from, to }: Pick<Reference, 'from' | 'to'>): boolean =>
  from !== to && references.some((reverse) => reverse.from === to && reverse.to === from)

/** Whether the page of an object of this kind shows others that refer to it. */
export const hasDependents = ({ kind }: { readonly kind: string }): boolean =>
  references.some((reference) => reference.to === kind && !isMutual(reference))

/** Whether an object of this kind has a page with what it needs and what needs it. */
export const hasDependencies = (kind: string): boolean =>
  configurationReferences.some(({ from, to }) => from === kind || to === kind)

/** Whether the page of an object has those that refer to it among its fields. */
export const isShownAsField = ({ from, to }: Pick<Reference, 'from' | 'to'>): boolean =>
  references.some((reference) => reference.from === from && reference.to === to && reference.shownIn !== undefined)

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
const dependentsQuery = ({ kind, name, paths }: NamedObject) =>
  queryOptions({
    ...queryOf([kind, 'dependents', name], dependentsOf, { params: { kind, key: name } }),
    // Other kinds change it too.
    refetchOnMount: 'always',
    select: (dependents): readonly Users[] =>
      [...Map.groupBy(dependents, ({ kind }) => kind)].flatMap(([from, ofKind]) =>
        isMutual({ from, to: kind }) || isShownAsField({ from, to: kind })
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
