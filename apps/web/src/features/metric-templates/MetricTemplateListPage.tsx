import { type MetricTemplateRow, metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { type ReactNode, useMemo } from 'react'
import { useMay } from '#kit/api/console-context.tsx'
import type { Column } from '#kit/list/columns.tsx'
import { ResourceListPage } from '#kit/list/ResourceListPage.tsx'
import { useSelection } from '#kit/list/selection.tsx'
import { counted } from '#lib/words.ts'
import { BusyButton } from '#ui/BusyButton.tsx'
import { rowNumber, templateColumns } from './template-columns.tsx'
import { inPublic, inSuperTenant, inTenant } from './template-places.ts'
import { useDeleteTemplates } from './use-delete-templates.ts'
import { useTenantsColumn } from './use-tenants-column.tsx'

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
  const count = selection.chosen.size
  const selectionOptions = useMemo(
    () => ({
      selection,
      header: 'Delete',
      actions: (
        <BusyButton size="compact-sm" variant="default" isBusy={isBusy} onClick={run}>
          {`Delete ${counted(count, 'metric template')}`}
        </BusyButton>
      ),
    }),
    [selection, count, run, isBusy],
  )
  return (
    <ResourceListPage
      {...shared}
      paths={inSuperTenant.templates}
      columns={columns}
      selection={selectionOptions}
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
