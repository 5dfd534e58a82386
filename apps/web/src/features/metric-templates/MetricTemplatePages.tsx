import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { useMay } from '#kit/api/console-context.tsx'
import { WithRecord } from '#kit/form/WithRecord.tsx'
import { ResourceVersionPage } from '#kit/history/ResourceVersionPage.tsx'
import { versionedDefinition } from '#kit/history/WithVersion.tsx'
import { ObjectTabs } from '#kit/page/ObjectHead.tsx'
import { Dependents } from '#kit/page/WhereUsed.tsx'
import { versionsPages } from '#kit/resource/read-pages.tsx'
import { usePathParameters } from '#lib/resource-paths.ts'
import { PageHead } from '#ui/PageFrame.tsx'
import { MetricTemplateDetails } from './MetricTemplateDetails.tsx'
import { inPublic, inSuperTenant, inTenant, type TemplatePlaces, throughProbe } from './template-places.ts'

interface Props {
  readonly places: TemplatePlaces
  readonly hasHistory?: boolean
}

const Details = ({ places, hasHistory = false }: Props) => (
  <WithRecord resource={metricTemplates} paths={places.templates} view={places.view}>
    {({ record }) => (
      <PageHead
        value={
          hasHistory && (
            <ObjectTabs
              {...(places === inTenant && { kind: metricTemplates.kind })}
              paths={places.templates}
              name={record.name}
            />
          )
        }
      >
        <MetricTemplateDetails template={record} places={places}>
          {places === inTenant && (
            <Dependents
              object={{ kind: metricTemplates.kind, name: record.name, paths: places.templates }}
              emptyText="No other metric template names it."
            />
          )}
        </MetricTemplateDetails>
      </PageHead>
    )}
  </WithRecord>
)

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

const pagesIn = (places: TemplatePlaces) => ({
  details: <Details places={places} hasHistory />,
  ...versionsPages({ resource: metricTemplates, paths: places.templates, view: places.view }),
  version: <Version places={places} />,
})

export const metricTemplateHistory = pagesIn(inSuperTenant)
/** The pages of templates for a tenant's administrators. */
export const tenantMetricTemplatePages = pagesIn(inTenant)
export const publicMetricTemplatePages = pagesIn(inPublic)

/** The page of a template for all users of a tenant, who come from the page of its probe. */
export function MetricTemplateOfProbePage() {
  const { probe = '' } = usePathParameters()
  return <Details places={throughProbe(probe)} />
}
