import { Button } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { TextAreaField } from '#kit/fields/TextAreaField.tsx'
import { TextField } from '#kit/fields/TextField.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { Icon } from '#ui/Icon.tsx'
import type { KnownTypes, NewTypesValues } from './new-types-form.ts'
import classes from './service-types.module.css'
import { usePrepareTyped } from './use-prepare-typed.ts'

/** The fields of one new service type. Enter adds it to those that are prepared. */
export function TypedServiceType({ knownTypes }: { readonly knownTypes: KnownTypes }) {
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
