import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { useMemo } from 'react'
import { ResourceListPage } from '#kit/ResourceListPage.tsx'
import { useSelection } from '#kit/use-selection.ts'
import { useMay, useSurroundings } from '#kit/visitor.tsx'
import { counted } from '#lib/words.ts'
import { BusyButton } from '#ui/BusyButton.tsx'
import { rowNumber, templateColumns } from './template-columns.tsx'
import { inPublic, inSuperTenant, inTenant, type TemplatePlaces } from './template-places.ts'
import { useDeleteTemplates } from './use-delete-templates.ts'

const shared = {
  resource: metricTemplates,
  pageSize: 50,
  purpose:
    'A metric template says how a check is run. Tenants import metrics from it and change what is theirs about them.',
} as const

const columnsOf = (places: TemplatePlaces, deployment: Deployment) => [
  rowNumber,
  ...templateColumns(places, deployment),
]

const readColumns = columnsOf(inSuperTenant, 'super')
const tenantColumns = columnsOf(inTenant, 'tenant')
const publicColumns = { super: columnsOf(inPublic, 'super'), tenant: columnsOf(inPublic, 'tenant') }
const deleteColumns = templateColumns(inSuperTenant, 'super')

/** In the super-tenant: who may delete templates can choose several. */
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

export function PublicMetricTemplateListPage() {
  const { visitor } = useSurroundings()
  return (
    <ResourceListPage
      {...shared}
      paths={inPublic.templates}
      columns={publicColumns[visitor.deployment]}
      view="public"
    />
  )
}
