import { Button } from '@mantine/core'
import { type MetricTemplateDocument, metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { NotFound } from '#kit/NotFound.tsx'
import { VersionNotice } from '#kit/VersionNotice.tsx'
import { useMay } from '#kit/visitor.tsx'
import { type PublicVersion, WithPublicVersions, WithVersions } from '#kit/WithVersions.tsx'
import { exactTime } from '#lib/dates.ts'
import { Notice } from '#ui/Notice.tsx'
import { MetricTemplateDetails } from './MetricTemplateDetails.tsx'
import { inPublic, inSuperTenant, inTenant, type TemplatePlaces } from './template-places.ts'

const title = 'Metric template version'

export const MetricTemplateVersionPage = () => <MemberVersion places={inSuperTenant} />
export const TenantMetricTemplateVersionPage = () => <MemberVersion places={inTenant} />

/** One version as it was; who may change the template can bring it back. */
function MemberVersion({ places }: { readonly places: TemplatePlaces }) {
  const mayRestore = useMay()('change', metricTemplates)
  const { templates } = places
  return (
    <WithVersions resource={metricTemplates} paths={templates} title={title}>
      {(versions, name) => (
        <OneVersion
          {...{ versions, name, places }}
          notice={(version) => <VersionNotice version={version} />}
          actions={({ id, version }) => {
            const [newest] = versions
            if (!newest || newest.id === id) return null
            return (
              <>
                <Button component={Link} variant="default" to={templates.compare(name, String(newest.id), String(id))}>
                  Compare with now
                </Button>
                {mayRestore && (
                  <Button component={Link} to={`${templates.details(name)}?restore=${encodeURIComponent(version)}`}>
                    Restore
                  </Button>
                )}
              </>
            )
          }}
        />
      )}
    </WithVersions>
  )
}

/** The same at an address that others can refer to. */
export const PublicMetricTemplateVersionPage = () => (
  <WithPublicVersions resource={metricTemplates} paths={inPublic.templates} title={title}>
    {(versions, name) => (
      <OneVersion
        {...{ versions, name }}
        places={inPublic}
        actions={() => (
          <Button component={Link} variant="default" to={inPublic.templates.history(name)}>
            Versions
          </Button>
        )}
        notice={(version) => (
          <Notice kind="info" icon="clock">
            <p>As saved on {exactTime(version.date_created)}.</p>
            {version !== versions[0] && (
              <p>
                There is a newer one: <Link to={inPublic.templates.details(name)}>as it is now</Link>.
              </p>
            )}
          </Notice>
        )}
      />
    )}
  </WithPublicVersions>
)

interface Props<V> {
  readonly versions: readonly V[]
  readonly name: string
  readonly places: TemplatePlaces
  readonly actions: (version: V) => ReactNode
  readonly notice: (version: V) => ReactNode
}

/** The version that the address names. */
function OneVersion<V extends PublicVersion>({ versions, name, places, actions, notice }: Props<V>) {
  const { version = '' } = useParams()
  const found = versions.find((candidate) => candidate.version === version)
  const template: MetricTemplateDocument | undefined = metricTemplates.document.safeParse(found?.fields).data
  if (!found || !template) {
    return (
      <NotFound
        what={`${name} has no version ${version}.`}
        to={places.templates.history(name)}
        toWhat="all its versions"
      />
    )
  }
  return (
    <MetricTemplateDetails
      title={`${title} ${version}`}
      object={name}
      template={template}
      places={places}
      actions={actions(found)}
      notice={notice(found)}
    />
  )
}
