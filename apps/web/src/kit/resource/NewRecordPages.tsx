import { keyIn, type RecordOf, type Resource } from '@quatrain/contract/kit/resource.ts'
import { type ComponentType, useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { useMay } from '#kit/api/console-context.tsx'
import type { RecordFormProps } from '#kit/form/use-record-form.ts'
import { WithRecord } from '#kit/form/WithRecord.tsx'
import { WithDeleted } from '#kit/history/WithRestored.tsx'
import { NotAllowed } from '#kit/page/NotAllowed.tsx'
import type { AddableDefinition } from '#kit/write/form-definition.ts'

interface AddProps<R extends Resource, Values extends FieldValues> {
  readonly definition: AddableDefinition<R, Values>
  readonly Form: ComponentType<RecordFormProps<R, Values>>
}

/** The blank form, or a version of a deleted object (`?of=name&restore=version`), for users who may add such an object. */
export function AddPage<R extends Resource, Values extends FieldValues>({ definition, Form }: AddProps<R, Values>) {
  const { resource, blank } = definition
  const { one } = resource.label
  const base = useMemo(() => ({ values: blank }), [blank])
  const [query] = useSearchParams()
  const [deletedName, version] = [query.get('of'), query.get('restore')]
  if (!useMay()('add', resource)) return <NotAllowed action="add" resource={resource} />
  if (deletedName === null || version === null) return <Form title={`Add ${one}`} draftName="add" base={base} />
  return (
    <WithDeleted {...{ definition, objectName: deletedName, version }}>
      {({ values, ...old }) => (
        <Form
          {...{ base, ...old }}
          title={`Restore ${one}`}
          draftName={`restore.${version}.${deletedName}`}
          initial={{ ...blank, ...values }}
        />
      )}
    </WithDeleted>
  )
}

interface CloneProps<R extends Resource, Values extends FieldValues> extends AddProps<R, Values> {
  /** The initial values of a clone. */
  readonly cloneOf: (record: RecordOf<R>) => Values
}

/** The form of a new object that begins as a copy of the one that the address names (`:name`). */
export function ClonePage<R extends Resource, Values extends FieldValues>(props: CloneProps<R, Values>) {
  const { definition, Form, cloneOf } = props
  const { resource, paths, blank } = definition
  const base = useMemo(() => ({ values: blank }), [blank])
  if (!useMay()('add', resource)) return <NotAllowed action="add" resource={resource} />
  return (
    <WithRecord resource={resource} paths={paths}>
      {({ record }) => (
        <Form
          title={`Clone ${resource.label.one}`}
          draftName={`clone.${keyIn(record, resource.key.read)}`}
          base={base}
          initial={cloneOf(record)}
        />
      )}
    </WithRecord>
  )
}
