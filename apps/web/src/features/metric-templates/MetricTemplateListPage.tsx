import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { useMemo } from 'react'
import { useMay } from '#kit/api/console-context.tsx'
import { ResourceListPage } from '#kit/list/ResourceListPage.tsx'
import { useSelection } from '#kit/list/use-selection.ts'
import { counted } from '#lib/words.ts'
import { BusyButton } from '#ui/BusyButton.tsx'
import { rowNumber, templateColumns } from './template-columns.tsx'
import { inPublic, inSuperTenant, inTenant, type TemplatePlaces } from './template-places.ts'
import { useDeleteTemplates } from './use-delete-templates.ts'

const shared = {
  resource: metricTemplates,
  pageSize: 50,
  purpose: 'A metric template says how a check is run. Tenants import metrics from it and set their own values.',
} as const

const columnsOf = (places: TemplatePlaces, last: 'tenants' | 'systems') => [rowNumber, ...templateColumns(places, last)]

const readColumns = columnsOf(inSuperTenant, 'tenants')
const tenantColumns = columnsOf(inTenant, 'systems')
const publicColumns = columnsOf(inPublic, 'systems')
const deleteColumns = templateColumns(inSuperTenant, 'tenants')

/** On the super-tenant, users who may delete templates can select several. */
export function MetricTemplateListPage() {
  const mayDelete = useMay()('delete', metricTemplates)
  if (mayDelete) return <DeletableTemplates />
  return <ResourceListPage {...shared} paths={inSuperTenant.templates} columns={readColumns} />
}

function DeletableTemplates() {
  const selection = useSelection()
  const { run, isBusy } = useDeleteTemplates(selection)
  const count = selection.chosen.size
  const chosen = useMemo(
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
      columns={deleteColumns}
      selection={chosen}
      actions={
        <BusyButton variant="default" isBusy={isBusy} onClick={run}>
          Delete
        </BusyButton>
      }
    />
  )
}

export const TenantMetricTemplateListPage = () => (
  <ResourceListPage {...shared} paths={inTenant.templates} columns={tenantColumns} />
)

export const PublicMetricTemplateListPage = () => (
  <ResourceListPage {...shared} paths={inPublic.templates} columns={publicColumns} view="public" />
)
