import { Button } from '@mantine/core'
import { type MetricTemplateDocument, metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { Link, useParams } from 'react-router'
import { useMay } from '#kit/api/console-context.tsx'
import { PublicHistoryPage } from '#kit/history/PublicHistoryPage.tsx'
import { PublicComparePage, ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { ResourceVersionPage } from '#kit/history/ResourceVersionPage.tsx'
import type { PublicVersion } from '#kit/history/versions.ts'
import { WithPublicVersion } from '#kit/history/WithVersion.tsx'
import { exactTime } from '#lib/dates.ts'
import { Notice } from '#ui/Notice.tsx'
import { MetricTemplateDetails } from './MetricTemplateDetails.tsx'
import { metricTemplateDefinition } from './metric-template-definition.ts'
import { sentOf } from './metric-template-form.ts'
import { inPublic, inSuperTenant, inTenant, type TemplatePlaces } from './template-places.ts'

const shown = ({ templates }: TemplatePlaces) => ({ resource: metricTemplates, paths: templates })

export const MetricTemplateHistoryPage = () => <ResourceHistoryPage {...shown(inSuperTenant)} />
export const TenantMetricTemplateHistoryPage = () => <ResourceHistoryPage {...shown(inTenant)} />
export const PublicMetricTemplateHistoryPage = () => <PublicHistoryPage {...shown(inPublic)} />

export const MetricTemplateComparePage = () => <ResourceComparePage {...shown(inSuperTenant)} />
export const TenantMetricTemplateComparePage = () => <ResourceComparePage {...shown(inTenant)} />
export const PublicMetricTemplateComparePage = () => <PublicComparePage {...shown(inPublic)} />

export const MetricTemplateVersionPage = () => <MemberVersion places={inSuperTenant} />
export const TenantMetricTemplateVersionPage = () => <MemberVersion places={inTenant} />

function MemberVersion({ places }: { readonly places: TemplatePlaces }) {
  const mayRestore = useMay()('change', metricTemplates)
  const definition = { ...metricTemplateDefinition, paths: places.templates }
  return (
    <ResourceVersionPage definition={definition} mayRestore={() => mayRestore}>
      {({ values, ...shown }) => <MetricTemplateDetails {...shown} template={sentOf(values)} places={places} />}
    </ResourceVersionPage>
  )
}

const title = 'Metric template version'
const { templates } = inPublic

/** One version as it was, at an address that others can refer to. */
export function PublicMetricTemplateVersionPage() {
  const { version = '' } = useParams()
  const fromDocument = (document: unknown) => metricTemplates.document.safeParse(document).data
  return (
    <WithPublicVersion resource={metricTemplates} paths={templates} {...{ title, version, fromDocument }}>
      {(found, template, name) => <PublishedVersion found={found} template={template} name={name} />}
    </WithPublicVersion>
  )
}

interface PublishedProps {
  readonly found: PublicVersion
  readonly template: MetricTemplateDocument
  readonly name: string
}

function PublishedVersion({ found, template, name }: PublishedProps) {
  return (
    <MetricTemplateDetails
      title={`${title} ${found.version}`}
      object={name}
      template={template}
      places={inPublic}
      actions={
        <Button component={Link} variant="default" to={templates.history(name)}>
          History
        </Button>
      }
      notice={
        <Notice kind="info" icon="clock">
          <p>As saved on {exactTime(found.date_created)}.</p>
          {found.id !== found.newest.id && (
            <p>
              There is a newer one: <Link to={templates.details(name)}>as it is now</Link>.
            </p>
          )}
        </Notice>
      }
    />
  )
}
