import { Button } from '@mantine/core'
import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import type { RecordOf, Resource } from '@quatrain/contract/kit/resource.ts'
import { type ComponentType, Suspense, useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router'
import { useConsoleContext, useMay } from '#kit/api/console-context.tsx'
import type { RecordFormProps } from '#kit/form/use-record-form.ts'
import { type Loaded, WithRecord } from '#kit/form/WithRecord.tsx'
import { WithDeleted, WithRestored } from '#kit/history/WithVersion.tsx'
import { ObjectHead } from '#kit/page/ObjectHead.tsx'
import { NotAllowed, ReadOnlyBanner } from '#kit/page/page-states.tsx'
import { useRemembered } from '#kit/page/visits.ts'
import type { AddableDefinition, RecordDefinition } from '#kit/write/form-definition.ts'
import { lazyPart } from '#lib/load-part.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { capitalized } from '#lib/words.ts'
import { PageHead } from '#ui/PageFrame.tsx'
import { type DetailsProps, historyPages } from './read-pages.tsx'

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
    <WithDeleted definition={definition} objectName={deletedName} version={version}>
      {({ values, ...old }) => (
        <Form
          base={base}
          {...old}
          title={`Restore ${one}`}
          draftName={`restore.${version}.${deletedName}`}
          initial={{ ...blank, ...values }}
        />
      )}
    </WithDeleted>
  )
}

interface CloneProps<R extends Resource, Values extends FieldValues> extends AddProps<R, Values> {
  /** The initial values of a clone. A group that the user may not assign would be refused: `mayChange` is about the original. */
  readonly cloneOf: (record: RecordOf<R>, mayChange: boolean) => Values
}

/** The form of a new object that begins as a copy of the one that the address names (`:name`). */
export function ClonePage<R extends Resource, Values extends FieldValues>(props: CloneProps<R, Values>) {
  const { definition, Form, cloneOf } = props
  const { resource, paths, blank } = definition
  const base = useMemo(() => ({ values: blank }), [blank])
  const may = useMay()
  if (!may('add', resource)) return <NotAllowed action="add" resource={resource} />
  return (
    <WithRecord resource={resource} paths={paths}>
      {({ record }) => (
        <Form
          title={`Clone ${resource.label.one}`}
          draftName={`clone.${keyIn(record, resource.key.read)}`}
          base={base}
          initial={cloneOf(record, may('change', resource, record))}
        />
      )}
    </WithRecord>
  )
}

interface Props<R extends Resource, Values extends FieldValues> {
  readonly definition: RecordDefinition<R, Values>
  readonly Form: ComponentType<RecordFormProps<R, Values>>
  /** Shows the object to users who may not change it. */
  readonly Details: ComponentType<DetailsProps<R, Values>>
  /** The form's values of a restored version: by default all that the version contains. */
  readonly restore?: (old: Values, now: Values) => Values
  /** What saving a restored version does, if it adds no version. */
  readonly saving?: string
  /** What is unusual about the object, in a word each. */
  readonly statesOf?: (record: RecordOf<R>) => readonly string[]
}

/** The object of the address (`:name`): its form, or a read-only page without permission. */
export const StoredRecordPage = <R extends Resource, Values extends FieldValues>(props: Props<R, Values>) => (
  <WithRecord resource={props.definition.resource} paths={props.definition.paths}>
    {(loaded) => (
      <PageHead value={<Head {...props} {...loaded} />}>
        <StoredRecord {...props} {...loaded} />
      </PageHead>
    )}
  </WithRecord>
)

const WatchButton = lazyPart(
  () => import('#kit/write/WatchButton.tsx'),
  ({ WatchButton }) => WatchButton,
)

function Head<R extends Resource, Values extends FieldValues>(props: Props<R, Values> & Loaded<R>) {
  const { definition, statesOf, record } = props
  const { resource, paths } = definition
  const { caller, options } = useConsoleContext()
  const name = keyIn(record, resource.key.read)
  return (
    <ObjectHead resource={resource} paths={paths} name={name} record={record} states={statesOf?.(record)}>
      {options.sends_password_links && resource.access[caller.deployment]?.write !== 'nobody' && (
        <Suspense>
          <WatchButton kind={resource.kind} name={name} />
        </Suspense>
      )}
    </ObjectHead>
  )
}

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
  const actions = <CloneButton resource={resource} paths={paths} name={key} />
  if (!may('change', resource, record)) {
    return (
      <Details
        title={`${capitalized(one)} details`}
        view="member"
        notice={<ReadOnlyBanner resource={resource} record={record} />}
        object={object}
        values={values}
        record={record}
        actions={actions}
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

interface PagesProps<R extends Resource, Values extends FieldValues> extends Props<R, Values> {
  readonly definition: AddableDefinition<R, Values>
}

/** The pages of a kind with a form: to add an object, to change or read it, and of its history. */
export const objectPages = <R extends Resource, Values extends FieldValues>(props: PagesProps<R, Values>) => ({
  add: <AddPage {...props} />,
  details: <StoredRecordPage {...props} />,
  ...historyPages(props),
})

/** Fields that a version does not contain, such as the id of the object, are kept. */
const inherit = <Values,>(old: Values, now: Values): Values => ({ ...now, ...old })

interface CloneButtonProps {
  readonly resource: Resource
  readonly paths: ResourcePaths
  /** The name of the object in addresses. */
  readonly name: string
}

/** A link to the form of a clone, for users who may add such an object. */
const CloneButton = ({ resource, paths, name }: CloneButtonProps) =>
  useMay()('add', resource) &&
  paths.clone && (
    <Button component={Link} to={paths.clone(name)} variant="default">
      Clone
    </Button>
  )
