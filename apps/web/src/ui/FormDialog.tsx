import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Dialog } from './dialogs.tsx'
import classes from './FormDialog.module.css'
import { Notice } from './Notice.tsx'

interface Props {
  readonly title: string
  readonly submit: string
  readonly cancel?: string
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
  /** The reason why the last submission failed, unless a field says so. */
  readonly failure?: Error | undefined
  readonly children: ReactNode
  /** What is shown below the form. */
  readonly aside?: ReactNode
  readonly onSubmit: () => void
  readonly onCancel: () => void
}

/** A dialog with one form: the reason of a failure, the fields, and buttons to submit and to cancel. */
export function FormDialog({ title, submit, cancel = 'Cancel', ...props }: Props) {
  const form = useId()
  return (
    <Dialog
      title={title}
      onDismiss={props.onCancel}
      actions={
        <>
          <Button variant="default" onClick={props.onCancel}>
            {cancel}
          </Button>
          <Button type="submit" form={form} disabled={props.isDisabled ?? false} loading={props.isBusy ?? false}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!props.isDisabled) props.onSubmit()
        }}
      >
        {props.failure && (
          <Notice kind="bad" role="alert">
            {props.failure.message}
          </Notice>
        )}
        {props.children}
      </form>
      {props.aside}
    </Dialog>
  )
}
