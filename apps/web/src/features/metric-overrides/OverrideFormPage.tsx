import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { useSearchParams } from 'react-router'
import { type Loaded, WithRecord } from '#kit/form/WithRecord.tsx'
import { WithRestored } from '#kit/history/WithRestored.tsx'
import { ObjectActions } from '#kit/page/ObjectActions.tsx'
import { useRemembered } from '#kit/page/recent.ts'
import { paths } from '#lib/paths.ts'
import { OverrideForm } from './OverrideForm.tsx'
import { blankValues, overrideDefinition, valuesBeside, valuesOf } from './override-form.ts'

const blankBase = { values: blankValues() }

export const AddOverridePage = () => (
  <OverrideForm title="Add metric configuration override" draftName="add" base={blankBase} />
)

export const CloneOverridePage = () => (
  <WithRecord resource={metricOverrides} paths={paths.metricOverrides}>
    {({ record }) => (
      <OverrideForm
        title="Clone metric configuration override"
        draftName={`clone.${record.name}`}
        base={blankBase}
        initial={valuesBeside(valuesOf({ ...record, name: `${record.name}-clone` }), blankBase.values)}
      />
    )}
  </WithRecord>
)

export const ChangeOverridePage = () => (
  <WithRecord resource={metricOverrides} paths={paths.metricOverrides}>
    {(loaded) => <StoredOverride key={loaded.record.id} {...loaded} />}
  </WithRecord>
)

function StoredOverride({ record, etag }: Loaded<typeof metricOverrides>) {
  const [query] = useSearchParams()
  useRemembered(metricOverrides, record.name)
  const restored = query.get('restore')
  const shared = { title: 'Change metric configuration override', base: { values: valuesOf(record), etag } }
  if (restored === null) {
    return (
      <OverrideForm
        {...shared}
        draftName={`change.${record.name}`}
        actions={<ObjectActions resource={metricOverrides} paths={paths.metricOverrides} name={record.name} />}
      />
    )
  }
  return (
    <WithRestored definition={overrideDefinition} version={restored} now={shared.base.values}>
      {({ values, ...old }) => (
        <OverrideForm
          {...shared}
          {...old}
          draftName={`restore.${restored}.${record.name}`}
          initial={valuesBeside(values, shared.base.values)}
        />
      )}
    </WithRestored>
  )
}
