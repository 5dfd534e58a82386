import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { useMay } from '#kit/api/console-context.tsx'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { ResourceVersionPage } from '#kit/history/ResourceVersionPage.tsx'
import { versionedDefinition } from '#kit/history/versioned-definition.ts'
import { MetricTemplateDetails } from './MetricTemplateDetails.tsx'
import { inPublic, inSuperTenant, inTenant, type TemplatePlaces } from './template-places.ts'

const historyProps = ({ templates, view }: TemplatePlaces) => ({ resource: metricTemplates, paths: templates, view })

export const MetricTemplateHistoryPage = () => <ResourceHistoryPage {...historyProps(inSuperTenant)} />
export const TenantMetricTemplateHistoryPage = () => <ResourceHistoryPage {...historyProps(inTenant)} />
export const PublicMetricTemplateHistoryPage = () => <ResourceHistoryPage {...historyProps(inPublic)} />

export const MetricTemplateComparePage = () => <ResourceComparePage {...historyProps(inSuperTenant)} />
export const TenantMetricTemplateComparePage = () => <ResourceComparePage {...historyProps(inTenant)} />
export const PublicMetricTemplateComparePage = () => <ResourceComparePage {...historyProps(inPublic)} />

export const MetricTemplateVersionPage = () => <Version places={inSuperTenant} />
export const TenantMetricTemplateVersionPage = () => <Version places={inTenant} />
export const PublicMetricTemplateVersionPage = () => <Version places={inPublic} />

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
