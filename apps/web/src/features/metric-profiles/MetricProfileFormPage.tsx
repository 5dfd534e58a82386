import { type MetricProfile, metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { useSearchParams } from 'react-router'
import { useMay } from '#kit/api/console-context.tsx'
import { type Loaded, WithRecord } from '#kit/form/WithRecord.tsx'
import { NotAllowed } from '#kit/page/NotAllowed.tsx'
import { ObjectActions } from '#kit/page/ObjectActions.tsx'
import { useRemembered } from '#kit/page/recent.ts'
import { paths } from '#lib/paths.ts'
import { CombinedFrom } from './CombinedFrom.tsx'
import { MetricProfileForm } from './MetricProfileForm.tsx'
import { blankValues, valuesBeside, valuesOf } from './metric-profile-form.ts'
import { ReadOnlyMetricProfile } from './ReadOnlyMetricProfile.tsx'
import { RestoreMetricProfile } from './RestoreMetricProfile.tsx'

export function AddMetricProfilePage() {
  if (!useMay()('add', metricProfiles)) return <NotAllowed action="add" resource={metricProfiles} />
  return (
    <MetricProfileForm title="Add metric profile" draftName="add" base={blankBase}>
      <CombinedFrom />
    </MetricProfileForm>
  )
}

const blankBase = { values: blankValues() }

export function CloneMetricProfilePage() {
  const may = useMay()
  if (!may('add', metricProfiles)) return <NotAllowed action="add" resource={metricProfiles} />
  return (
    <WithRecord resource={metricProfiles} paths={paths.metricProfiles}>
      {({ record }) => (
        <MetricProfileForm
          title="Clone metric profile"
          draftName={`clone.${record.name}`}
          base={blankBase}
          initial={clonedFrom(record, may('change', metricProfiles, record))}
        />
      )}
    </WithRecord>
  )
}

/** A group that the person may not give stays open, since saving with it would be refused. */
const clonedFrom = (profile: MetricProfile, mayKeepGroup: boolean) => {
  const values = valuesOf({
    ...profile,
    name: `Cloned ${profile.name}`,
    groupname: mayKeepGroup ? profile.groupname : '',
  })
  return valuesBeside(values, blankBase.values)
}

export const ChangeMetricProfilePage = () => (
  <WithRecord resource={metricProfiles} paths={paths.metricProfiles}>
    {(loaded) => <StoredMetricProfile key={loaded.record.name} {...loaded} />}
  </WithRecord>
)

function StoredMetricProfile({ record, etag }: Loaded<typeof metricProfiles>) {
  const may = useMay()
  const [query] = useSearchParams()
  useRemembered(metricProfiles, record.name)
  const restored = query.get('restore')
  const actions = <ObjectActions resource={metricProfiles} paths={paths.metricProfiles} name={record.name} />
  if (!may('change', metricProfiles, record)) return <ReadOnlyMetricProfile record={record} actions={actions} />
  const base = { values: valuesOf(record), etag }
  if (restored !== null) return <RestoreMetricProfile base={base} apiid={record.apiid} version={restored} />
  return (
    <MetricProfileForm
      title="Change metric profile"
      draftName={`change.${record.name}`}
      base={base}
      apiid={record.apiid}
      actions={actions}
    />
  )
}
