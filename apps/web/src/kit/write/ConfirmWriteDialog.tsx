import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Dialog } from '#ui/dialogs.tsx'
import { Notice } from '#ui/Notice.tsx'
import classes from './ConfirmWriteDialog.module.css'
import type { Answer, ConfirmationProps } from './use-previewed-write.ts'

interface Props extends Pick<ConfirmationProps, 'hasPreviewChanged' | 'close'> {
  readonly title: string
  readonly question: string
  /** The displayed name of the object, if it is about a single one. */
  readonly object?: string
  /** The labels of the buttons; as a rule `Keep it` and the title. */
  readonly keep?: string
  readonly confirm?: string
  readonly isDestructive?: boolean
  readonly isWide?: boolean
  /** There is nothing to confirm. */
  readonly isDisabled?: boolean
  /** A text that the user has to type first. */
  readonly typing?: { readonly expected: string; readonly label: string } | undefined
  /** What is sent with the write. */
  readonly answer?: Answer
  /** The effects of the write. */
  readonly children: ReactNode
}

/** The dialog before a write that was previewed: its question, its effects, and what has to be typed to confirm it. */
export function ConfirmWriteDialog(props: Props) {
  const { title, question, object, keep = 'Keep it', confirm = title, isDestructive, isWide, typing } = props
  const { hasPreviewChanged, isDisabled = false, answer = {}, children, close } = props
  const [typed, setTyped] = useState('')
  const form = useId()
  const canConfirm = !isDisabled && (!typing || typed.trim() === typing.expected)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canConfirm) close(answer)
  }
  return (
    <Dialog
      title={title}
      isWide={isWide}
      onDismiss={() => close()}
      actions={
        <>
          <Button variant="default" data-autofocus onClick={() => close()}>
            {keep}
          </Button>
          <Button type="submit" form={form} color={isDestructive ? 'red' : undefined} disabled={!canConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id={form} className={classes.body} onSubmit={submit}>
        <p className={classes.question}>{question}</p>
        {object !== undefined && <p className={classes.name}>{object}</p>}
        {hasPreviewChanged && (
          <Notice kind="warning" role="alert">
            The effects have changed. Review them again.
          </Notice>
        )}
        {children}
        {typing && (
          <TextInput
            label={typing.label}
            classNames={{ input: 'mono' }}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </form>
    </Dialog>
  )
}
