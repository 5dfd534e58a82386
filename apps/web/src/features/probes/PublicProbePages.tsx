import { Button } from '@mantine/core'
import { probes } from '@quatrain/contract/resources/probe.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { WithRecord } from '#kit/form/WithRecord.tsx'
import { PublicHistoryPage } from '#kit/history/PublicHistoryPage.tsx'
import { PublicComparePage } from '#kit/history/ResourceComparePage.tsx'
import { WithPublicVersion } from '#kit/history/WithVersion.tsx'
import { LoadFailure } from '#kit/page/LoadFailure.tsx'
import { exactTime } from '#lib/dates.ts'
import { paths } from '#lib/paths.ts'
import { Notice } from '#ui/Notice.tsx'
import { LabelledValue, NoValue } from '#ui/ValueText.tsx'
import { ProbeDetails } from './ProbeDetails.tsx'
import { probeDefinition, valuesOf } from './probe-form.ts'
import { publicTemplatesOn } from './probes.queries.ts'
import { TemplateLinks } from './TemplateLinks.tsx'

const shared = { resource: probes, paths: paths.publicProbes } as const

const History = ({ of }: { readonly of: string }) => (
  <Button component={Link} variant="default" to={shared.paths.history(of)}>
    History
  </Button>
)

export const PublicProbePage = () => (
  <WithRecord {...shared} view="public">
    {({ record }) => (
      <ProbeDetails probe={valuesOf(record)} actions={<History of={record.name} />}>
        <Templates probe={record.name} version={record.version} />
      </ProbeDetails>
    )}
  </WithRecord>
)

function Templates({ probe, version }: { readonly probe: string; readonly version: string }) {
  const { data, error, isFetching, refetch } = useQuery(publicTemplatesOn(probe, version))
  return (
    <LabelledValue label="Metric templates">
      {error && !data && <LoadFailure what="The metric templates" error={error} retry={refetch} isBusy={isFetching} />}
      {data?.length === 0 && <NoValue />}
      {data && <TemplateLinks probe={probe} names={data} view="public" />}
    </LabelledValue>
  )
}

export const PublicProbeHistoryPage = () => <PublicHistoryPage {...shared} />

export const PublicProbeComparePage = () => <PublicComparePage {...shared} />

/** One version as it was, at an address that others can refer to. */
export function PublicProbeVersionPage() {
  const { version = '' } = useParams()
  return (
    <WithPublicVersion {...shared} title="Probe version" version={version} fromDocument={probeDefinition.fromDocument}>
      {(found, values, name) => (
        <ProbeDetails
          title="Probe version"
          object={found.object_repr}
          probe={values}
          actions={<History of={name} />}
          notice={
            <Notice kind="info" icon="clock">
              <p>As saved on {exactTime(found.date_created)}.</p>
              {found.id !== found.newest.id && (
                <p>
                  There is a newer one: <Link to={shared.paths.details(found.newest.name)}>as it is now</Link>.
                </p>
              )}
            </Notice>
          }
        />
      )}
    </WithPublicVersion>
  )
}
