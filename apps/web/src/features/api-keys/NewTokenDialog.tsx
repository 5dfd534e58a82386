import { Button } from '@mantine/core'
import { createElement } from 'react'
import { Dialog } from '#ui/Dialog.tsx'
import { dialogs } from '#ui/dialogs.tsx'
import { Notice } from '#ui/Notice.tsx'
import { LabelledValue } from '#ui/ValueText.tsx'
import classes from './api-keys.module.css'
import { copyToken } from './Token.tsx'

interface Props {
  readonly name: string
  readonly token: string
  readonly close: () => void
}

/** The token of a key that was just added. */
function NewTokenDialog({ name, token, close }: Props) {
  return (
    <Dialog
      title={`Token of ${name}`}
      onDismiss={close}
      actions={
        <>
          <Button variant="default" onClick={close}>
            Done
          </Button>
          <Button data-autofocus onClick={() => void copyToken(token)}>
            Copy token
          </Button>
        </>
      }
    >
      <div className={classes.question}>
        <LabelledValue label="Token">
          <span className={classes.token}>
            <code>{token}</code>
          </span>
        </LabelledValue>
        <Notice kind="info">
          Anybody who has it can use the key. The page of the key can reveal it again, which is recorded in the activity
          log each time.
        </Notice>
      </div>
    </Dialog>
  )
}

export const showNewToken = (name: string, token: string): void =>
  void dialogs.open((close) => createElement(NewTokenDialog, { name, token, close: () => close() }))
