import { type ServiceTypeRow, serviceTypes } from '@quatrain/contract/resources/service-type.ts'
import { originOf } from '@quatrain/contract/web-api/merged-service-types.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { resourceQueries, type View } from '#kit/api/queries.ts'
import { type Column, columnsFor } from '#kit/list/columns.tsx'
import { List } from '#kit/list/List.tsx'
import { ReadOnlyBanner } from '#kit/page/page-states.tsx'
import { paths } from '#lib/paths.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { SourceMark } from './SourceMark.tsx'

const column = columnsFor<ServiceTypeRow>()

function columnsIn(view: View, hasTitles: boolean): Column<ServiceTypeRow>[] {
  const { details } = view === 'public' ? paths.publicServiceTypes : paths.serviceTypes
  return [
    column.rowNumber(),
    {
      id: 'name',
      header: hasTitles ? 'Service name and title' : 'Service name',
      width: '25%',
      cell: ({ name, title }) => (
        <>
          <Link to={details(name)} className="mono">
            {name}
          </Link>
          {hasTitles && <div>{title}</div>}
        </>
      ),
      text: ({ name }) => name,
      sort: ({ name }) => name,
      filter: { kind: 'text', texts: ({ name, title }) => (hasTitles ? [name, title] : [name]) },
    },
    column.text('description', 'Description'),
    {
      ...column.choiceOf('source', 'Source', originOf, '120px'),
      cell: ({ tags }) => <SourceMark tags={tags} />,
    },
  ]
}

/** All service types, read-only. */
export function ServiceTypeList({ view }: { readonly view: View }) {
  const { use_service_title: hasTitles } = useConsoleContext().options
  const query = useQuery(resourceQueries(serviceTypes).list(view))
  const columns = useMemo(() => columnsIn(view, hasTitles), [view, hasTitles])
  return (
    <PageFrame title="Service types">
      {view === 'member' && <ReadOnlyBanner resource={serviceTypes} />}
      <List
        source={query}
        columns={columns}
        keyOf={({ name }) => name}
        words={serviceTypes.label}
        sizeName={serviceTypes.path}
        pageSize={15}
        empty="A service type is a kind of service that is monitored."
      />
    </PageFrame>
  )
}

export const PublicServiceTypesPage = () => <ServiceTypeList view="public" />
