import { useHotkeys } from '@mantine/hooks'
import type { FormEvent, ReactNode } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { ConflictScreen } from '#kit/compare/ConflictScreen.tsx'
import { DeletedNotice } from './DeletedNotice.tsx'
import { DraftNotice } from './DraftNotice.tsx'
import { FormColumns } from './FormColumns.tsx'
import classes from './ResourceForm.module.css'
import { SaveBar } from './SaveBar.tsx'
import { useFollowing } from './use-draft.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import type { ResourceFormState } from './use-resource-form.ts'

interface Props<Values extends FieldValues> {
  readonly form: ResourceFormState<Values>
  readonly children: ReactNode
}

/** The frame of every form: its draft, the question before leaving, conflicts with other users, and the save bar. */
export function ResourceForm<Values extends FieldValues>({ form, children }: Props<Values>) {
  const { methods, draft, base, conflict, definition, visited } = form
  useFollowing(methods, draft, base)
  useLeaveGuard(form)
  useHotkeys([['mod+S', () => form.save()]], [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.save()
  }
  return (
    <FormProvider {...methods}>
      {conflict && (
        <ConflictScreen
          // A later save of another user is another conflict.
          key={conflict.etag}
          form={definition}
          base={base.values}
          mine={methods.getValues()}
          theirs={conflict.values}
          what={definition.resource.label.one}
          onResolve={form.resolveConflict}
        />
      )}
      <form
        className={classes.form}
        // Before the validation of the field.
        onBlurCapture={({ target }) => visited.leave(target)}
        onSubmit={submit}
        noValidate
        hidden={conflict !== undefined}
      >
        {form.isGone ? <DeletedNotice form={form} /> : <DraftNotice form={form} />}
        <p className={classes.required}>Every field is required unless it says optional.</p>
        <FormColumns>{children}</FormColumns>
        <SaveBar form={form} />
      </form>
    </FormProvider>
  )
}
