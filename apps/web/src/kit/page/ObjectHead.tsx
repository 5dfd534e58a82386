import { groupOf, type Owned } from '@quatrain/contract/kit/policy.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { NewestVersion, VersionHead } from '@quatrain/contract/kit/version.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Link, NavLink } from 'react-router'
import { resourceQueries, type View } from '#kit/api/queries.ts'
import { lazyPart } from '#lib/load-part.ts'
import { usePageExists } from '#lib/page-exists.ts'
import { pagesElsewhere } from '#lib/paths.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { Mark } from '#ui/Mark.tsx'
import { useStore } from '#ui/store.ts'
import tabs from '#ui/tabs.module.css'
import { Moment } from './Moment.tsx'
import classes from './ObjectHead.module.css'
import { focusSection } from './Section.tsx'
import { addressOfUsage, hasDependencies, hasDependents, usedBy } from './WhereUsed.tsx'

const ManagedBy = lazyPart(
  () => import('./ManagedBy.tsx'),
  ({ ManagedBy }) => ManagedBy,
)

const ObjectFindings = lazyPart(
  () => import('./FindingLines.tsx'),
  ({ ObjectFindings }) => ObjectFindings,
)

interface HeadProps {
  readonly resource: Resource
  readonly paths: ResourcePaths
  /** The name of the object in addresses. */
  readonly name: string
  /** Absent until it is read. */
  readonly record?: Owned | undefined
  /** What is unusual about it, in a word each. */
  readonly states?: readonly string[] | undefined
  /** What else can be said or done about it, among its facts. */
  readonly children?: ReactNode
}

/** Below the heading of a stored object, for members: its state, its group, its last change, and its pages. */
export function ObjectHead({ resource, paths, name, record, states = [], children }: HeadProps) {
  const { data } = useQuery({ ...resourceQueries(resource).versionHeads(name), retry: false })
  const group = String((record && groupOf(record)) ?? '')
  const newest: Partial<VersionHead> | undefined = data?.versions[0]
  return (
    <>
      <p className={classes.facts}>
        {states.map((state) => (
          <Mark key={state} tone="warn">
            {state}
          </Mark>
        ))}
        {group !== '' && (
          <span>
            Group <strong>{group}</strong>
          </span>
        )}
        {newest?.date_created && (
          <span>
            Last saved <Moment iso={newest.date_created} isRelative />
            {newest.user && ` by ${newest.user}`}
          </span>
        )}
        <Suspense>
          <ObjectFindings kind={resource.kind} name={name} />
        </Suspense>
        {resource.userKeys && (
          <Suspense>
            <ManagedBy kind={resource.kind} name={name} />
          </Suspense>
        )}
        {children}
      </p>
      <ObjectTabs kind={resource.kind} paths={paths} name={name} />
    </>
  )
}

interface HistoryProps extends Pick<HeadProps, 'resource' | 'paths' | 'name'> {
  readonly newest: NewestVersion
  readonly view: View | undefined
}

/** The same on the pages of a history, which ask for the group of the object only. */
export function HistoryHead({ newest: { deletion }, view = 'member', ...head }: HistoryProps) {
  const { resource, name } = head
  const isStored = view === 'member' && !deletion
  const isOwned = Object.values(resource.access).some(({ write }) => typeof write === 'object')
  const { data } = useQuery({ ...resourceQueries(resource).details(name), enabled: isStored && isOwned, retry: false })
  return isStored ? <ObjectHead {...head} record={data?.record} /> : <ObjectTabs {...head} hasDetails={!deletion} />
}

interface TabsProps {
  /** Absent for visitors and for an object that was deleted, whose pages say nothing about other objects. */
  readonly kind?: string
  readonly paths: ResourcePaths
  /** The name of the object in addresses. */
  readonly name: string
  /** A deleted object has none. */
  readonly hasDetails?: boolean
}

/** Below the heading of an object, the same on each of its pages: those that the console has, and the place of its dependents. */
export function ObjectTabs({ kind = '', paths, name, hasDetails = true }: TabsProps) {
  const pageExists = usePageExists()
  const usageId = useStore(usedBy)
  const details = paths.details(name)
  const pages = [
    ...(hasDetails ? [{ label: 'Details', to: details }] : []),
    ...(pagesElsewhere[kind]?.(name) ?? []),
    ...(hasDependencies(kind) ? [{ label: 'Dependencies', to: paths.dependencies(name) }] : []),
    { label: 'History', to: paths.history(name) },
  ].filter(({ to }) => pageExists(to))
  if (pages.length === 1 && hasDetails) return null
  const show = () => {
    const heading = usageId === undefined ? null : document.getElementById(usageId)
    if (heading) focusSection(heading)
  }
  return (
    <nav aria-label="Parts of the object" className={tabs.tabs}>
      {pages.map(({ label, to }) => (
        // The history has pages below it.
        <NavLink key={label} to={to} end={label !== 'History'}>
          {label}
        </NavLink>
      ))}
      {usageId !== undefined ? (
        <button type="button" onClick={show}>
          Used by
        </button>
      ) : (
        hasDependents({ kind }) && <Link to={addressOfUsage(details)}>Used by</Link>
      )}
    </nav>
  )
}
