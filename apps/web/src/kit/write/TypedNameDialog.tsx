import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Dialog } from '#ui/Dialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import classes from './TypedNameDialog.module.css'

interface Props {
  readonly title: string
  readonly question: string
  /** What it is about, as it is told apart from others. */
  readonly object: string
  /** What the person agrees with, in a word or two. */
  readonly button: string
  /** What has to be typed, and what for; nothing where the button is enough. */
  readonly typing: { readonly name: string; readonly label: string } | undefined
  /** It is not what the person agreed to a moment ago. */
  readonly hasPreviewChanged: boolean
  /** What follows from it. */
  readonly children: ReactNode
  readonly close: (answer?: { remark?: string }) => void
}

/** The question before something that cannot be undone: as a rule the name of the object has to be typed. */
export function TypedNameDialog(props: Props) {
  const { title, question, object, button, typing, hasPreviewChanged, children, close } = props
  const [typed, setTyped] = useState('')
  const form = useId()
  const isMeant = !typing || typed.trim() === typing.name
  const answer = (event: FormEvent) => {
    event.preventDefault()
    if (isMeant) close({})
  }
  return (
    <Dialog
      title={title}
      onDismiss={() => close()}
      actions={
        <>
          <Button variant="default" data-autofocus onClick={() => close()}>
            Keep it
          </Button>
          <Button type="submit" form={form} color="red" disabled={!isMeant}>
            {button}
          </Button>
        </>
      }
    >
      <form id={form} className={classes.question} onSubmit={answer}>
        <p>
          <strong>{question}</strong>
          <br />
          <span className="mono">{object}</span>
        </p>
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
