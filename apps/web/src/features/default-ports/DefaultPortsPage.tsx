import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type DefaultPort, defaultPorts } from '@quatrain/contract/resources/default-port.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useCallback, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { Link, useLocation, useSearchParams } from 'react-router'
import { callWithVersion } from '#kit/api/call.ts'
import { useConsoleContext, useMay } from '#kit/api/console-context.tsx'
import { resourceQueries, type View } from '#kit/api/queries.ts'
import { ResourceForm } from '#kit/form/ResourceForm.tsx'
import { useResourceForm } from '#kit/form/use-resource-form.ts'
import { type Column, columnsFor } from '#kit/list/columns.tsx'
import { List } from '#kit/list/List.tsx'
import { FailurePage, PagePlaceholder, ReadOnlyBanner } from '#kit/page/page-states.tsx'
import { documentHistoryPages } from '#kit/resource/read-pages.tsx'
import { RowsField } from '#kit/row-table/RowsField.tsx'
import rows from '#kit/row-table/rows.module.css'
import { SavedNotice, useJustSaved, useUndo } from '#kit/write/last-save.tsx'
import { paths } from '#lib/paths.ts'
import { ClampedText } from '#ui/ClampedText.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { NoValue } from '#ui/ValueText.tsx'
import {
  type DefaultPortsValues,
  defaultPortsDefinition,
  defaultPortsSchema,
  deletedNames,
  fieldOfPorts,
  type PortRow,
  portRows,
  portValuesOf,
} from './default-ports-form.ts'
import classes from './ports.module.css'

/** The list of default ports: a form for users who may change it, a table for all others. */
export function DefaultPortsPage() {
  const mayChange = useMay()('change', defaultPorts)
  return mayChange ? <EditedPorts /> : <DefaultPortList view="member" />
}

export const PublicDefaultPortsPage = () => <DefaultPortList view="public" />

/** The list is read again each time, since a form must not start from a cached state. */
function EditedPorts() {
  const { key } = useLocation()
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...portList('member'),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (error && isFetchedAfterMount) return <FailurePage error={error} retry={() => void refetch()} />
  if (!data || !isFetchedAfterMount) return <PagePlaceholder title="Default ports" />
  // The key changes with each save, so that the form starts from the stored state.
  return <DefaultPortsForm key={key} {...data} />
}

interface PortList {
  readonly ports: readonly DefaultPort[]
  readonly etag: string | undefined
}

/** The list is saved as a whole, so it has neither Add nor Delete. */
function DefaultPortsForm({ ports, etag }: PortList) {
  const queries = useQueryClient()
  const form = useResourceForm({
    definition: defaultPortsDefinition,
    stored: 'all',
    draftName: 'all',
    base: { values: portValuesOf(ports), etag },
    schema: defaultPortsSchema,
    reload: async () => {
      const fresh = await queries.fetchQuery({ ...portList('member'), staleTime: 0 })
      return { values: portValuesOf(fresh.ports), etag: fresh.etag }
    },
    fieldOf: fieldOfPorts,
  })
  const saved = useJustSaved()
  const undo = useUndo(saved)
  return (
    <PageFrame title="Default ports">
      <SavedNotice saved={saved} undo={undo} hasRow={false} isFiltered={false} />
      <p>Ports that probes use by name: a metric template names one as an attribute.</p>
      <ResourceForm form={{ ...form, remove: undefined }}>
        <PortsField base={form.base.values} ports={ports} />
      </ResourceForm>
    </PageFrame>
  )
}

const column = columnsFor<DefaultPort>()

const columns: readonly Column<DefaultPort>[] = [
  column.rowNumber(),
  {
    ...column.text('name', 'Port name', '34%'),
    cell: ({ name }) => <strong className="mono">{name}</strong>,
  },
  {
    ...column.text('value', 'Port value', '150px'),
    cell: ({ value }) => <span className="mono">{value}</span>,
    sort: ({ value }) => Number(value),
  },
  {
    id: 'metrictemplates',
    header: 'Named by',
    cell: ({ metrictemplates }) => <PortTemplateLinks names={metrictemplates} />,
    sort: ({ metrictemplates }) => -metrictemplates.length,
    filter: { kind: 'text', texts: ({ metrictemplates }) => metrictemplates },
  },
]

/** All default ports, read-only. */
function DefaultPortList({ view }: { readonly view: View }) {
  const { data, ...query } = useQuery(portList(view))
  return (
    <PageFrame title="Default ports">
      {view === 'member' && <ReadOnlyBanner resource={defaultPorts} />}
      <List
        source={{ ...query, data: data?.ports }}
        columns={columns}
        keyOf={({ name }) => name}
        words={defaultPorts.label}
        sizeName={defaultPorts.path}
        pageSize={50}
        empty="A default port is a port that probes use by its name."
      />
    </PageFrame>
  )
}

/** The metric templates with an attribute that has the name of a port, on one line. */
function PortTemplateLinks({ names }: { readonly names: readonly string[] }) {
  const { user, caller } = useConsoleContext()
  if (names.length === 0) return <NoValue />
  const isPublic = user === undefined || caller.deployment === 'tenant'
  const { details } = isPublic ? paths.publicMetricTemplates : paths.metricTemplates
  return (
    <ClampedText text={names.join(', ')}>
      <span className="mono">
        {names.map((name, index) => (
          <Fragment key={name}>
            {index > 0 && ', '}
            <Link to={details(name)}>{name}</Link>
          </Fragment>
        ))}
      </span>
    </ClampedText>
  )
}

interface Props {
  readonly base: DefaultPortsValues
  /** The stored ports, with the templates that refer to them. */
  readonly ports: readonly DefaultPort[]
}

/** All default ports, edited row by row or pasted from a spreadsheet. */
function PortsField({ base, ports }: Props) {
  const [query] = useSearchParams()
  const now = useWatch<DefaultPortsValues, 'ports'>({ name: 'ports' })
  const stored = useMemo(() => portRows.byId(base.ports), [base.ports])
  const columns = useMemo(() => {
    const templates = new Map(ports.map(({ name, metrictemplates }) => [name, metrictemplates]))
    const cell = ({ name }: PortRow) => <PortTemplateLinks names={templates.get(name.trim()) ?? []} />
    return [{ header: 'Named by', width: '34%', cell }]
  }, [ports])
  const actionsOf = useCallback(({ id }: PortRow) => <HistoryLink name={stored.get(id)?.name} />, [stored])
  return (
    <div>
      <div role="status" className={classes.banner}>
        {deletedNames(base.ports, now).length > 0 && (
          <Notice kind="warning" icon="info">
            Some ports have been deleted. To store the change to the DB, click on the save button.
          </Notice>
        )}
      </div>
      <RowsField
        name="ports"
        definition={portRows}
        stored={base.ports}
        isNew={false}
        label="Default ports"
        hasTitle={false}
        initialSearch={{ name: query.get('name') ?? '' }}
        columns={columns}
        actionsOf={actionsOf}
      />
    </div>
  )
}

/** The history of a port is that of its stored name. */
const HistoryLink = ({ name }: { readonly name: string | undefined }) =>
  name === undefined ? (
    <span className={rows.action} />
  ) : (
    <Link
      to={paths.defaultPorts.history(name)}
      className={rows.action}
      aria-label={`History of ${name}`}
      title="History"
    >
      <Icon name="clock" size={16} />
    </Link>
  )

export const defaultPortHistory = documentHistoryPages({
  resource: defaultPorts,
  paths: paths.defaultPorts,
  whyNotRestored: 'Add it to the list of default ports again.',
})

const api = resourceEndpoints(defaultPorts)

/** The whole list and its version, which a change must send. Its key begins with that of the list, to be refreshed with it. */
const portList = (view: View) =>
  queryOptions({
    queryKey: [...resourceQueries(defaultPorts).list(view).queryKey, 'with version'],
    queryFn: async ({ signal }) => {
      const { answer, etag } = await callWithVersion(view === 'public' ? api.publicList : api.list, {}, { signal })
      return { ports: answer, etag }
    },
  })
