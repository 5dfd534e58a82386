import { Button } from '@mantine/core'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { Link, useParams } from 'react-router'
import { WithRecord } from '#kit/form/WithRecord.tsx'
import { PublicHistoryPage } from '#kit/history/PublicHistoryPage.tsx'
import { PublicComparePage } from '#kit/history/ResourceComparePage.tsx'
import { WithPublicVersion } from '#kit/history/WithVersion.tsx'
import { exactTime } from '#lib/dates.ts'
import { paths } from '#lib/paths.ts'
import { Notice } from '#ui/Notice.tsx'
import { MetricProfileDetails } from './MetricProfileDetails.tsx'
import { metricProfileDefinition, valuesOf } from './metric-profile-form.ts'

const shared = { resource: metricProfiles, paths: paths.publicMetricProfiles } as const

const Versions = ({ of }: { readonly of: string }) => (
  <Button component={Link} variant="default" to={shared.paths.history(of)}>
    Versions
  </Button>
)

export const PublicMetricProfilePage = () => (
  <WithRecord {...shared} view="public">
    {({ record }) => (
      <MetricProfileDetails values={valuesOf(record)} view="public" actions={<Versions of={record.name} />} />
    )}
  </WithRecord>
)

export const PublicMetricProfileHistoryPage = () => <PublicHistoryPage {...shared} />

export const PublicMetricProfileComparePage = () => <PublicComparePage {...shared} />

/** One version as it was, at an address that others can refer to. */
export function PublicMetricProfileVersionPage() {
  const { version = '' } = useParams()
  return (
    <WithPublicVersion
      {...shared}
      title="Metric profile version"
      version={version}
      fromDocument={metricProfileDefinition.fromDocument}
    >
      {(found, values, name) => (
        <MetricProfileDetails
          title={`Metric profile version ${version}`}
          object={name}
          values={values}
          view="public"
          actions={<Versions of={name} />}
          notice={
            <Notice kind="info" icon="clock">
              <p>As saved on {exactTime(found.date_created)}.</p>
              {found.id !== found.newest.id && (
                <p>
                  There is a newer one: <Link to={shared.paths.details(name)}>as it is now</Link>.
                </p>
              )}
            </Notice>
          }
        />
      )}
    </WithPublicVersion>
  )
}
