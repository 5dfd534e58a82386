import { groupOf, type Owned } from '@quatrain/contract/kit/policy.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { VersionHead } from '@quatrain/contract/kit/version.ts'
import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router'
import { resourceQueries } from '#kit/api/queries.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { Mark } from '#ui/Mark.tsx'
import { useStore } from '#ui/store.ts'
import { Moment } from './Moment.tsx'
import classes from './ObjectHead.module.css'
import { focusSection } from './Section.tsx'
import { usedBy } from './WhereUsed.tsx'

interface HeadProps {
  readonly resource: Resource
  readonly paths: ResourcePaths
  /** The name of the object in addresses. */
  readonly name: string
  readonly record: Owned
  /** What is unusual about it, in a word each. */
  readonly states?: readonly string[] | undefined
  readonly parts?: readonly ObjectPart[] | undefined
}

/** Below the heading of a stored object, for members: its state, its group, its last change, and its pages. */
export function ObjectHead({ resource, paths, name, record, states = [], parts = [] }: HeadProps) {
  const { data } = useQuery({ ...resourceQueries(resource).versionHeads(name), retry: false })
  const group = String(groupOf(record) ?? '')
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
      </p>
      <ObjectTabs paths={paths} name={name} parts={parts} />
    </>
  )
}

/** A page about one side of an object. */
export interface ObjectPart {
  readonly label: string
  readonly to: string
}

interface TabsProps {
  readonly paths: ResourcePaths
  /** The name of the object in addresses. */
  readonly name: string
  /** A deleted object has none. */
  readonly hasDetails?: boolean
  readonly hasHistory?: boolean
  readonly parts?: readonly ObjectPart[]
}

/** Below the heading of an object: its pages, and its dependents if the page shows them. */
export function ObjectTabs({ paths, name, hasDetails = true, hasHistory = true, parts = [] }: TabsProps) {
  const usageId = useStore(usedBy)
  const pages = [
    ...(hasDetails ? [{ label: 'Details', to: paths.details(name) }] : []),
    ...parts,
    ...(hasHistory ? [{ label: 'History', to: paths.history(name) }] : []),
  ]
  if (pages.length === 1 && hasDetails) return null
  const show = () => {
    const heading = usageId === undefined ? null : document.getElementById(usageId)
    if (heading) focusSection(heading)
  }
  return (
    <nav aria-label="Parts of the object" className={classes.tabs}>
      {pages.map(({ label, to }) => (
        // The history has pages below it.
        <NavLink key={label} to={to} end={label !== 'History'}>
          {label}
        </NavLink>
      ))}
      {usageId !== undefined && (
        <button type="button" onClick={show}>
          Used by
        </button>
      )}
    </nav>
  )
}
