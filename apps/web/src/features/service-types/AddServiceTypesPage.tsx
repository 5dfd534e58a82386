import { Button } from '@mantine/core'
import { serviceTypes } from '@quatrain/contract/resources/service-type.ts'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { type UseFormReturn, useFormContext, useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { useConsoleContext, useMay } from '#kit/api/console-context.tsx'
import { resourceQueries } from '#kit/api/queries.ts'
import { TextAreaField, TextField } from '#kit/fields/fields.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { ResourceForm } from '#kit/form/ResourceForm.tsx'
import { useResourceForm } from '#kit/form/use-resource-form.ts'
import { NotFound } from '#kit/page/page-states.tsx'
import { AddPage } from '#kit/resource/object-pages.tsx'
import { RowsField } from '#kit/row-table/RowsField.tsx'
import rowClasses from '#kit/row-table/rows.module.css'
import { Icon } from '#ui/Icon.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import {
  fieldOfNew,
  type KnownTypes,
  type NewTypesValues,
  newTypesDefinition,
  newTypesSchema,
  noTypes,
  preparedIn,
  problemsOfTyped,
  typedFields,
  typedIn,
} from './new-types-form.ts'
import { ServiceTypeForm } from './ServiceTypeForm.tsx'
import { serviceTypeDefinition } from './service-type-form.ts'
import { type TypeRow, typeRows } from './service-type-rows.ts'
import classes from './service-types.module.css'

/**
 * Adds service types: they are prepared one by one, then submitted together; or a version of a deleted one (`?of=name&restore=version`).
 * Only superusers have this page.
 */
export function AddServiceTypesPage() {
  const [query] = useSearchParams()
  if (!useMay()('add', serviceTypes)) return <NotFound />
  if (query.has('restore')) return <AddPage definition={serviceTypeDefinition} Form={ServiceTypeForm} />
  return <NewTypesForm />
}

const base = { values: noTypes }

function NewTypesForm() {
  const { use_service_title: hasTitles } = useConsoleContext().options
  const { data: stored } = useQuery(resourceQueries(serviceTypes).list())
  // The server checks the names while the stored service types are not loaded.
  const knownTypes = useMemo(() => ({ stored: stored ?? [], hasTitles }), [stored, hasTitles])
  const schema = useMemo(() => newTypesSchema(knownTypes), [knownTypes])
  const form = useResourceForm({
    definition: newTypesDefinition(hasTitles),
    // The write is based on all stored rows: new ones become part of a list, which others change too.
    stored: 'all',
    draftName: 'add',
    base,
    schema,
    fieldOf: fieldOfNew,
  })
  return (
    <PageFrame title="Add service types">
      <ResourceForm form={{ ...form, remove: undefined }}>
        <TypedServiceType knownTypes={knownTypes} />
        <PreparedTypes hasTitles={hasTitles} />
      </ResourceForm>
    </PageFrame>
  )
}

/** The fields of one new service type. Enter adds it to those that are prepared. */
function TypedServiceType({ knownTypes }: { readonly knownTypes: KnownTypes }) {
  const prepare = usePrepareTyped(useFormContext<NewTypesValues>(), knownTypes)
  const onKeyDown = (event: KeyboardEvent) => {
    const isOfField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !isOfField) return
    // Enter would save the form.
    event.preventDefault()
    prepare()
  }
  return (
    <fieldset className={`${form.fields} ${classes.typed}`} onKeyDown={onKeyDown}>
      <legend className="visually-hidden">New service type</legend>
      <TextField name="name" label="Name" isMono />
      {knownTypes.hasTitles && <TextField name="title" label="Title" />}
      <TextAreaField name="description" label="Description" description="Shift and Enter begin a new line." rows={3} />
      <div>
        <Button variant="default" leftSection={<Icon name="add" size={16} />} onClick={prepare}>
          Add new
        </Button>
      </div>
    </fieldset>
  )
}

/**
 * Returns the function that moves the service type that is being typed to those that are prepared, or shows what is wrong
 * with it.
 */
function usePrepareTyped(methods: UseFormReturn<NewTypesValues>, knownTypes: KnownTypes): () => void {
  useRechecked(methods)
  return () => {
    const values = methods.getValues()
    const problems = problemsOfTyped(values, knownTypes)
    for (const { field, message } of problems) methods.setError(field, { type: 'custom', message })
    if (problems[0]) return methods.setFocus(problems[0].field)
    const row = typeRows(knownTypes.hasTitles).newRow({ ...typedIn(values), isLocked: false })
    methods.setValue('prepared', [...preparedIn(values), row], { shouldDirty: true, shouldValidate: true })
    for (const field of typedFields) methods.resetField(field, { defaultValue: noTypes[field] })
    methods.setFocus('name')
  }
}

/** Each change of the form can mend a field that has a problem, also another one. */
function useRechecked(methods: UseFormReturn<NewTypesValues>): void {
  useEffect(
    () =>
      methods.subscribe({
        formState: { values: true },
        callback: () => {
          const refused = typedFields.filter((field) => methods.getFieldState(field).error)
          if (refused.length > 0) void methods.trigger(refused)
        },
      }),
    [methods],
  )
}

const label = 'Service types prepared for submission'
const stored: readonly TypeRow[] = []

/** The service types that a save adds. They can still be changed, removed, and pasted from a spreadsheet. */
function PreparedTypes({ hasTitles }: { readonly hasTitles: boolean }) {
  const isEmpty = useWatch({ compute: (values: NewTypesValues) => preparedIn(values).length === 0 })
  useFocusAfterLast(isEmpty)
  if (!isEmpty) return <RowsField name="prepared" definition={typeRows(hasTitles)} stored={stored} label={label} />
  return (
    <div className={rowClasses.field}>
      <div className={rowClasses.head}>
        <h2>{label}</h2>
      </div>
      <p className={classes.empty}>Empty data</p>
    </div>
  )
}

/** Moves the focus when the table with the focused button disappears with its last row. */
function useFocusAfterLast(isEmpty: boolean) {
  const { setFocus } = useFormContext<NewTypesValues>()
  const wasEmpty = useRef(isEmpty)
  useEffect(() => {
    if (isEmpty && !wasEmpty.current) setFocus('name')
    wasEmpty.current = isEmpty
  }, [isEmpty, setFocus])
}
