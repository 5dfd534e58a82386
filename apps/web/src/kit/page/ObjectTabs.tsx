import { NavLink } from 'react-router'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { useStore } from '#ui/store.ts'
import { focusSection } from './Contents.tsx'
import classes from './ObjectHead.module.css'
import { usedBy } from './UsageSection.tsx'

/** A page about one side of an object. */
export interface ObjectPart {
  readonly label: string
  readonly to: string
}

interface Props {
  readonly paths: ResourcePaths
  /** The name of the object in addresses. */
  readonly name: string
  /** A deleted object has none. */
  readonly hasDetails?: boolean
  readonly hasHistory?: boolean
  readonly parts?: readonly ObjectPart[]
}

/** Below the heading of an object: its pages, and its dependents if the page shows them. */
export function ObjectTabs({ paths, name, hasDetails = true, hasHistory = true, parts = [] }: Props) {
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
