import { type MetricTemplateRow, metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { useMay } from '#kit/api/console-context.tsx'
import { type Column, columnsFor, inMono, tagColumn } from '#kit/list/columns.tsx'
import { ResourceListPage } from '#kit/list/ResourceListPage.tsx'
import { useSelection } from '#kit/list/selection.tsx'
import { counted } from '#lib/words.ts'
import { BusyButton } from '#ui/BusyButton.tsx'
import { ClampedText } from '#ui/ClampedText.tsx'
import { BeingDeletedMark } from './BeingDeleted.tsx'
import { inPublic, inSuperTenant, inTenant, type TemplatePlaces } from './template-places.ts'
import { useDeleteTemplates } from './use-delete-templates.tsx'
import { useTenantsColumn } from './use-tenants-column.tsx'

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
  filter: { kind: 'choice', of: ({ ostag }) => ostag },
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
  const action = (
    <BusyButton size="compact-sm" variant="default" isBusy={isBusy} onClick={run}>
      {`Delete ${counted(selection.chosen.size, 'metric template')}`}
    </BusyButton>
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
