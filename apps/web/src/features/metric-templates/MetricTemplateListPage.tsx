import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import {
  deleteMetricTemplates,
  type MetricTemplateRow,
  metricTemplates,
} from '@quatrain/contract/resources/metric-template.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { publicTenantsQuery } from '#features/tenants/tenants.queries.ts'
import { useMay } from '#kit/api/console-context.tsx'
import { writeOf } from '#kit/api/write.ts'
import { type Column, columnsFor, inMono, tagColumn } from '#kit/list/columns.tsx'
import { ResourceListPage } from '#kit/list/ResourceListPage.tsx'
import { type Selection, SelectionButton, useSelection } from '#kit/list/use-selection.tsx'
import { LoadFailure } from '#kit/page/page-states.tsx'
import { usePreviewedWrite } from '#kit/write/use-previewed-write.ts'
import { useTogether } from '#kit/write/use-together.tsx'
import { useWriting } from '#kit/write/use-writing.ts'
import { lazyPart, loadPart } from '#lib/load-part.ts'
import { paths } from '#lib/paths.ts'
import { counted } from '#lib/words.ts'
import { ClampedText, MarkLine } from '#ui/ClampedText.tsx'
import { BusyButton, dialogs } from '#ui/dialogs.tsx'
import { tell } from '#ui/messages.ts'
import { BeingDeletedMark } from './BeingDeleted.tsx'
import type { TemplatesChange } from './ChangeTemplatesDialog.tsx'
import { metricTemplateDefinition } from './metric-template-definition.ts'
import { metricTemplateQueries, templatesUsedBy } from './metric-templates.queries.ts'
import { inPublic, inSuperTenant, inTenant, type TemplatePlaces } from './template-places.ts'

const column = columnsFor<MetricTemplateRow>()

/** The columns of the list. Only members of the super-tenant see `tenants`; the others see operating systems. */
function templateColumns(
  { templates, probeVersion }: TemplatePlaces,
  tenants?: Column<MetricTemplateRow>,
): Column<MetricTemplateRow>[] {
  const name = column.link('name', 'Name', ({ name }) => templates.details(name), '28%')
  return [
    inMono({
      ...name,
      cell: (template, number) => (
        <>
          {name.cell(template, number)}
          {template.deleted_by !== undefined && <BeingDeletedMark by={template.deleted_by} />}
        </>
      ),
    }),
    inMono({
      ...column.text('probeversion', 'Probe version', '20%'),
      cell: ({ probeversion }) => {
        const to = probeVersion(probeversion)
        return (
          <ClampedText text={probeversion}>
            {to === undefined ? undefined : <Link to={to}>{probeversion}</Link>}
          </ClampedText>
        )
      },
    }),
    column.choice('mtype', 'Type', '110px'),
    ...(tenants ? [tagColumn, tenants] : [systems, tagColumn]),
  ]
}

const systems: Column<MetricTemplateRow> = {
  id: 'ostag',
  header: 'OS',
  cell: ({ ostag }) => <ClampedText text={ostag.join(', ')} />,
  sort: ({ ostag }) => ostag.join(' '),
  filter: { kind: 'choice', texts: ({ ostag }) => ostag },
  width: '16%',
}

const rowNumber = column.rowNumber()

const shared = {
  resource: metricTemplates,
  pageSize: 50,
  purpose: 'A metric template says how a check is run. Tenants import metrics from it and set their own values.',
} as const

const tenantColumns = [rowNumber, ...templateColumns(inTenant)]
const publicColumns = [rowNumber, ...templateColumns(inPublic)]

/** The list of templates; on the super-tenant, users who may delete them can select several. */
export function MetricTemplateListPage() {
  const mayDelete = useMay()('delete', metricTemplates)
  const { column, failure } = useTenantsColumn()
  const columns = useMemo(() => templateColumns(inSuperTenant, column), [column])
  if (mayDelete) return <DeletableTemplates columns={columns}>{failure}</DeletableTemplates>
  return <ReadableTemplates columns={columns}>{failure}</ReadableTemplates>
}

interface TemplatesProps {
  readonly columns: readonly Column<MetricTemplateRow>[]
  readonly children: ReactNode
}

function ReadableTemplates({ columns, children }: TemplatesProps) {
  const numbered = useMemo(() => [rowNumber, ...columns], [columns])
  return (
    <ResourceListPage {...shared} paths={inSuperTenant.templates} columns={numbered}>
      {children}
    </ResourceListPage>
  )
}

function DeletableTemplates({ columns, children }: TemplatesProps) {
  const selection = useSelection()
  const { run, isBusy } = useDeleteTemplates(selection)
  const changing = useChangeTemplates(selection)
  const action = (
    <>
      <SelectionButton isBusy={changing.isBusy} onClick={changing.run}>
        {`Change ${counted(selection.keys.size, 'metric template')}`}
      </SelectionButton>
      <SelectionButton isBusy={isBusy} onClick={run}>
        {`Delete ${counted(selection.keys.size, 'metric template')}`}
      </SelectionButton>
    </>
  )
  return (
    <ResourceListPage
      {...shared}
      paths={inSuperTenant.templates}
      columns={columns}
      selection={{ selection, header: 'Delete', actions: action }}
      actions={
        <BusyButton variant="default" isBusy={isBusy} onClick={run}>
          Delete
        </BusyButton>
      }
    >
      {children}
    </ResourceListPage>
  )
}

export const TenantMetricTemplateListPage = () => (
  <ResourceListPage {...shared} paths={inTenant.templates} columns={tenantColumns} />
)

export const PublicMetricTemplateListPage = () => (
  <ResourceListPage {...shared} paths={inPublic.templates} columns={publicColumns} view="public" />
)

const id = 'tenants'
const noNames: readonly string[] = []

interface TenantsColumn {
  readonly column: Column<MetricTemplateRow>
  /** Said below the list if it cannot be filtered. */
  readonly failure: ReactNode
}

/**
 * The tenants of each template. The list names few of them only, so the templates of the tenant by which it is filtered are
 * requested; until then, it contains all that may match.
 */
function useTenantsColumn(): TenantsColumn {
  const tenant = useSearchParams()[0].get(id)
  const { data: choices } = useQuery({ ...publicTenantsQuery, select: namesOf })
  const { data: usedNames, error, refetch } = useQuery({ ...templatesUsedBy(tenant ?? ''), enabled: tenant !== null })
  const column = useMemo(() => {
    const ofUnnamed = (name: string) => (tenant !== null && usedNames?.has(name) !== false ? [tenant] : noNames)
    return {
      ...common,
      filter: {
        kind: 'choice',
        texts: ({ name, tenants }) => tenants ?? ofUnnamed(name),
        ...(choices && { choices }),
      },
    } satisfies Column<MetricTemplateRow>
  }, [choices, tenant, usedNames])
  const failure = error && (
    <LoadFailure subject="The metric templates of the tenant" error={error} retry={refetch}>
      Templates of more tenants than the list names are not filtered.
    </LoadFailure>
  )
  return { column, failure }
}

const namesOf = (tenants: readonly { readonly name: string }[]) => tenants.map(({ name }) => name)

const common = {
  id,
  header: 'Tenants',
  cell: ({ name, tenants, tenant_count: count = 0 }) =>
    tenants ? (
      <MarkLine words={tenants} toneOf={() => 'plain'} />
    ) : (
      <Link to={paths.metricTemplates.details(name)}>{counted(count, 'tenant')}</Link>
    ),
  text: ({ tenants, tenant_count: count = 0 }) => tenants?.join(', ') ?? counted(count, 'tenant'),
  sort: ({ tenant_count: count = 0 }) => count,
  width: '17%',
} satisfies Column<MetricTemplateRow>

const DeleteTemplatesDialog = lazyPart(
  () => import('./DeleteTemplatesDialog.tsx'),
  ({ DeleteTemplatesDialog }) => DeleteTemplatesDialog,
)

const tagsIn = ({ tags }: Readonly<Record<string, unknown>>): readonly string[] =>
  metricTemplates.row.shape.tags.parse(tags)

const attributesIn = ({ attribute }: Readonly<Record<string, unknown>>) =>
  metricTemplates.document.shape.attribute.parse(attribute)

/** Adds and removes tags of all selected templates, and sets or removes an attribute, atomically. */
function useChangeTemplates(selection: Selection) {
  const client = useQueryClient()
  const changing = useTogether({
    resource: metricTemplates,
    paths: paths.metricTemplates,
    sideEffects: metricTemplateDefinition.sideEffects,
    selection,
  })
  const asking = useWriting({
    async mutationFn() {
      const { ChangeTemplatesDialog } = await loadPart(() => import('./ChangeTemplatesDialog.tsx'))
      const all = await client.ensureQueryData(metricTemplateQueries.list())
      const selectedTemplates = all.filter(({ name }) => selection.keys.has(name))
      const answer = await dialogs.open<TemplatesChange>((close) => (
        <ChangeTemplatesDialog count={selection.keys.size} tags={selectedTemplates.flatMap(tagsIn)} close={close} />
      ))
      if (!answer) return
      const { added, removed, attribute } = answer
      const { key, value } = attribute
      changing.run({
        verb: 'Change',
        valuesOf: (record) => ({
          tags: [...new Set([...tagsIn(record), ...added])].filter((tag) => !removed.includes(tag)),
          attribute: key === '' ? attributesIn(record) : withAttribute(attributesIn(record), key, value),
        }),
      })
    },
    doing: 'changing metric templates',
  })
  return { run: () => asking.run(), isBusy: asking.isBusy || changing.isBusy }
}

/** The attributes with this one, in its place or at the end; without it if there is no value. */
function withAttribute(pairs: readonly KeyValue[], key: string, value: string | undefined): readonly KeyValue[] {
  const otherPairs = pairs.filter((pair) => pair.key !== key)
  if (value === undefined) return otherPairs
  if (otherPairs.length === pairs.length) return [...pairs, { key, value }]
  return pairs.map((pair) => (pair.key === key ? { key, value } : pair))
}

/** Deletes all selected templates atomically, after a preview of their side effects. */
export function useDeleteTemplates(selection: Selection) {
  const deleting = usePreviewedWrite<readonly string[]>({
    definition: { ...metricTemplateDefinition, failureTitle: 'Error deleting metric templates' },
    doing: () => 'deleting metric templates',
    prepare: (names) => ({
      write: writeOf(deleteMetricTemplates, { body: { metrictemplates: [...names] } }),
      dialog: (props) => <DeleteTemplatesDialog names={names} {...props} />,
    }),
    onDone({ notices: { info, later, warning } }, names) {
      selection.drop(names)
      tell.success(later === undefined ? { title: 'Deleted', lines: [info] } : { title: 'Started', lines: [later] })
      if (warning) tell.warning({ title: 'Deleted with problems', lines: [warning] })
    },
  })
  return {
    isBusy: deleting.isBusy,
    run: () => {
      const names = [...selection.keys].sort()
      if (names.length > 0) deleting.run(names)
      else tell.error({ title: 'Error', lines: ['No metric templates were selected!'] })
    },
  }
}
