import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { useMay } from '#kit/api/console-context.tsx'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { ResourceVersionPage } from '#kit/history/ResourceVersionPage.tsx'
import { versionedDefinition } from '#kit/history/versions.ts'
import type { HistoryPages } from '#kit/page/history-routes.ts'
import { MetricTemplateDetails } from './MetricTemplateDetails.tsx'
import { inPublic, inSuperTenant, inTenant, type TemplatePlaces } from './template-places.ts'

function Version({ places }: { readonly places: TemplatePlaces }) {
  const may = useMay()
  const rights = { mayRestore: () => may('change', metricTemplates), mayAdd: may('add', metricTemplates) }
  const definition = versionedDefinition(metricTemplates, places.templates)
  return (
    <ResourceVersionPage definition={definition} view={places.view} {...rights}>
      {({ values, view: _, ...page }) => <MetricTemplateDetails {...page} template={values} places={places} />}
    </ResourceVersionPage>
  )
}

function historyIn(places: TemplatePlaces): HistoryPages {
  const shared = { resource: metricTemplates, paths: places.templates, view: places.view }
  return {
    history: <ResourceHistoryPage {...shared} />,
    version: <Version places={places} />,
    compare: <ResourceComparePage {...shared} />,
  }
}

export const metricTemplateHistory = historyIn(inSuperTenant)
export const tenantMetricTemplateHistory = historyIn(inTenant)
export const publicMetricTemplateHistory = historyIn(inPublic)
