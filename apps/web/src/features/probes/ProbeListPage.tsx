import { type Probe, probes } from '@quatrain/contract/resources/probe.ts'
import { Link } from 'react-router'
import { type Column, columnsFor, inMono } from '#kit/list/columns.tsx'
import { ResourceListPage } from '#kit/list/ResourceListPage.tsx'
import { paths } from '#lib/paths.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { counted } from '#lib/words.ts'
import classes from './probes.module.css'

const column = columnsFor<Probe>()

const columns = ({ details, history }: ResourcePaths): Column<Probe>[] => [
  column.rowNumber(),
  inMono(column.link('name', 'Name', ({ name }) => details(name), '22%')),
  {
    ...column.number('nv', '#versions', '104px'),
    cell: ({ name, nv }) => (
      <Link to={history(name)} className={`mono ${classes.count}`} aria-label={`${counted(nv, 'version')} of ${name}`}>
        {nv}
      </Link>
    ),
  },
  inMono(column.text('package', 'Package', '24%')),
  column.text('description', 'Description'),
]

const shared = {
  resource: probes,
  columns,
  pageSize: 50,
  purpose:
    'A probe is a program that checks a service. It comes with a package, and metric templates say how it is run.',
} as const

export const ProbeListPage = () => <ResourceListPage {...shared} paths={paths.probes} />

export const PublicProbeListPage = () => <ResourceListPage {...shared} paths={paths.publicProbes} view="public" />
