import { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { useSearchParams } from 'react-router'
import { useMay } from '#kit/api/console-context.tsx'
import { type Loaded, WithRecord } from '#kit/form/WithRecord.tsx'
import { csv, FileMenu } from '#kit/imports/FileMenu.tsx'
import { NotAllowed } from '#kit/page/NotAllowed.tsx'
import { ObjectActions } from '#kit/page/ObjectActions.tsx'
import { ReadOnlyBanner } from '#kit/page/ReadOnlyBanner.tsx'
import { useRemembered } from '#kit/page/recent.ts'
import { paths } from '#lib/paths.ts'
import { MetricTagDetails } from './MetricTagDetails.tsx'
import { MetricTagForm } from './MetricTagForm.tsx'
import { exportNames } from './member-files.ts'
import { blankValues, valuesOf } from './metric-tag-form.ts'
import { RestoreMetricTag } from './RestoreMetricTag.tsx'
import { TagUsage } from './TagUsage.tsx'

export function AddMetricTagPage() {
  if (!useMay()('add', metricTags)) return <NotAllowed action="add" resource={metricTags} />
  return <MetricTagForm title="Add metric tag" draftName="add" base={{ values: blankValues }} />
}

export function CloneMetricTagPage() {
  if (!useMay()('add', metricTags)) return <NotAllowed action="add" resource={metricTags} />
  return (
    <WithRecord resource={metricTags} paths={paths.metricTags}>
      {({ record }) => (
        <MetricTagForm
          title="Clone metric tag"
          draftName={`clone.${record.name}`}
          base={{ values: blankValues }}
          initial={{ ...valuesOf(record), id: blankValues.id, name: '' }}
        />
      )}
    </WithRecord>
  )
}

export const ChangeMetricTagPage = () => (
  <WithRecord resource={metricTags} paths={paths.metricTags}>
    {(loaded) => <StoredMetricTag key={loaded.record.id} {...loaded} />}
  </WithRecord>
)

function StoredMetricTag({ record, etag }: Loaded<typeof metricTags>) {
  const mayChange = useMay()('change', metricTags)
  const [query] = useSearchParams()
  const { name } = record
  useRemembered(metricTags, name)
  const values = valuesOf(record)
  const actions = <ObjectActions resource={metricTags} paths={paths.metricTags} name={name} />
  if (!mayChange) {
    return (
      <MetricTagDetails
        values={values}
        notice={<ReadOnlyBanner resource={metricTags} />}
        actions={
          <>
            <FileMenu format={csv} onExport={() => void exportNames(name, values.metrics)} />
            {actions}
          </>
        }
      >
        <TagUsage name={name} />
      </MetricTagDetails>
    )
  }
  const base = { values, etag }
  const restored = query.get('restore')
  if (restored !== null) return <RestoreMetricTag base={base} stored={name} version={restored} />
  return (
    <MetricTagForm title="Change metric tag" draftName={`change.${name}`} base={base} stored={name} actions={actions} />
  )
}

export const PublicMetricTagPage = () => (
  <WithRecord resource={metricTags} paths={paths.publicMetricTags} view="public">
    {({ record }) => <MetricTagDetails values={valuesOf(record)} view="public" />}
  </WithRecord>
)
