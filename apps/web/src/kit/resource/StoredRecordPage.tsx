import { keyIn, type Resource } from '@quatrain/contract/kit/resource.ts'
import type { ComponentType } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { useMay } from '#kit/api/console-context.tsx'
import type { RecordFormProps } from '#kit/form/use-record-form.ts'
import { type Loaded, WithRecord } from '#kit/form/WithRecord.tsx'
import { WithRestored } from '#kit/history/WithRestored.tsx'
import { ObjectActions } from '#kit/page/ObjectActions.tsx'
import { ReadOnlyBanner } from '#kit/page/ReadOnlyBanner.tsx'
import { useRemembered } from '#kit/page/recent.ts'
import type { RecordDefinition } from '#kit/write/form-definition.ts'
import { capitalised } from '#lib/words.ts'
import type { DetailsProps } from './details-props.ts'

interface Props<R extends Resource, Values extends FieldValues> {
  readonly definition: RecordDefinition<R, Values>
  readonly Form: ComponentType<RecordFormProps<R, Values>>
  /** Shows the object to whoever may not change it. */
  readonly Details: ComponentType<DetailsProps<R, Values>>
  /** What the form holds of an old version that is restored: as a rule all that the version has. */
  readonly restore?: (old: Values, now: Values) => Values
  /** What saving a restored version does, where it makes no new version. */
  readonly saving?: string
}

/** The object that the address names (`:name`): its form, or how it is for whoever may not change it. */
export const StoredRecordPage = <R extends Resource, Values extends FieldValues>(props: Props<R, Values>) => (
  <WithRecord resource={props.definition.resource} paths={props.definition.paths}>
    {(loaded) => <StoredRecord {...props} {...loaded} />}
  </WithRecord>
)

function StoredRecord<R extends Resource, Values extends FieldValues>(props: Props<R, Values> & Loaded<R>) {
  const { definition, Form, Details, restore = inherit, saving, record, etag } = props
  const { resource, paths, valuesOf } = definition
  const { one } = resource.label
  const may = useMay()
  const [query] = useSearchParams()
  const key = keyIn(record, resource.key.read)
  const values = valuesOf(record)
  const object = definition.titleOf?.(values) ?? key
  useRemembered(resource, key, object)
  const actions = <ObjectActions resource={resource} paths={paths} name={key} />
  if (!may('change', resource, record)) {
    return (
      <Details
        title={`${capitalised(one)} details`}
        view="member"
        notice={<ReadOnlyBanner resource={resource} record={record} />}
        {...{ object, values, record, actions }}
      />
    )
  }
  const shared = { title: `Change ${one}`, base: { values, etag }, record }
  const version = query.get('restore')
  if (version === null) return <Form {...shared} draftName={`change.${key}`} actions={actions} />
  return (
    <WithRestored
      definition={definition}
      version={version}
      now={values}
      begin={(old) => restore(old, values)}
      {...(saving !== undefined && { saving })}
    >
      {({ values, ...old }) => <Form {...shared} {...old} draftName={`restore.${version}.${key}`} initial={values} />}
    </WithRestored>
  )
}

/** What a version does not have, such as the number of the object, stays as it is. */
const inherit = <Values,>(old: Values, now: Values): Values => ({ ...now, ...old })
