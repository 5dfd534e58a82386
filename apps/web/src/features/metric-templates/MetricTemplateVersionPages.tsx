import { Button } from '@mantine/core'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { Link, useParams } from 'react-router'
import { NotFound } from '#kit/NotFound.tsx'
import { ResourceVersionPage } from '#kit/ResourceVersionPage.tsx'
import { useMay } from '#kit/visitor.tsx'
import { type PublicVersion, WithPublicVersions } from '#kit/WithVersions.tsx'
import { exactTime } from '#lib/dates.ts'
import { Notice } from '#ui/Notice.tsx'
import { MetricTemplateDetails } from './MetricTemplateDetails.tsx'
import { sentOf } from './metric-template-form.ts'
import { metricTemplateShape } from './metric-template-shape.ts'
import { inPublic, inSuperTenant, inTenant, type TemplatePlaces } from './template-places.ts'

export const MetricTemplateVersionPage = () => <MemberVersion places={inSuperTenant} />
export const TenantMetricTemplateVersionPage = () => <MemberVersion places={inTenant} />

function MemberVersion({ places }: { readonly places: TemplatePlaces }) {
  const mayRestore = useMay()('change', metricTemplates)
  const shape = { ...metricTemplateShape, paths: places.templates }
  return (
    <ResourceVersionPage shape={shape} mayRestore={() => mayRestore}>
      {({ values, ...shown }) => <MetricTemplateDetails {...shown} template={sentOf(values)} places={places} />}
    </ResourceVersionPage>
  )
}

const title = 'Metric template version'
const { templates } = inPublic

/** One version as it was, at an address that others can refer to. */
export const PublicMetricTemplateVersionPage = () => (
  <WithPublicVersions resource={metricTemplates} paths={templates} title={title}>
    {(versions, name) => <PublishedVersion versions={versions} name={name} />}
  </WithPublicVersions>
)

function PublishedVersion({ versions, name }: { readonly versions: readonly PublicVersion[]; readonly name: string }) {
  const { version = '' } = useParams()
  const [newest] = versions
  const found = versions.find((candidate) => candidate.version === version)
  const { data: template } = metricTemplates.document.safeParse(found?.fields)
  if (!found || !template) {
    return <NotFound what={`${name} has no version ${version}.`} to={templates.history(name)} toWhat="its history" />
  }
  return (
    <MetricTemplateDetails
      title={`${title} ${version}`}
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
          {found !== newest && (
            <p>
              There is a newer one: <Link to={templates.details(name)}>as it is now</Link>.
            </p>
          )}
        </Notice>
      }
    />
  )
}
