import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { paths } from '#lib/paths.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import tabs from '#ui/tabs.module.css'

const { endpoints, groups, coverage, endpointDifferences, groupDifferences } = paths.topology

const views = [
  { to: endpoints, label: 'Endpoints' },
  { to: groups, label: 'Groups' },
  { to: coverage, label: 'Coverage' },
  { to: endpointDifferences, label: 'Changed endpoints' },
  { to: groupDifferences, label: 'Changed groups' },
] as const

interface Props {
  readonly title: string
  /** Choose the days, or the part, that the page shows. */
  readonly days: ReactNode
  readonly children: ReactNode
}

/** A list of the topology, with links to the other lists. */
export const TopologyFrame = ({ title, days, children }: Props) => (
  <PageFrame title={title} actions={days}>
    <nav className={tabs.tabs} aria-label="Topology">
      {views.map(({ to, label }) => (
        <NavLink key={to} to={to} end>
          {label}
        </NavLink>
      ))}
    </nav>
    {children}
  </PageFrame>
)
