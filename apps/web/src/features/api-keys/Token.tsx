import { Button } from '@mantine/core'
import { revealApiKey } from '@quatrain/contract/resources/api-key.ts'
import { type ReactNode, useState } from 'react'
import { call } from '#kit/api/call.ts'
import { useWriting } from '#kit/write/use-writing.ts'
import { Dialog, dialogs } from '#ui/dialogs.tsx'
import { Icon } from '#ui/Icon.tsx'
import { tell } from '#ui/messages.ts'
import { Notice } from '#ui/Notice.tsx'
import { LabelledValue } from '#ui/ValueText.tsx'
import classes from './api-keys.module.css'

/** The token of a key, which is loaded only on request and never stored beyond this page. */
export function Token({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const [shownToken, setShown] = useState<string>()
  const reading = useWriting({
    mutationFn: async (then: (token: string) => unknown) => {
      const { token } = await call(revealApiKey, { params: { key: name } })
      await then(token)
    },
    doing: 'revealing API key',
    // The variables and the result of the mutation are not kept either.
    gcTime: 0,
  })
  const copy = () => (shownToken === undefined ? reading.run(copyToken) : void copyToken(shownToken))
  return (
    <LabelledValue label="Token">
      <span className={classes.token}>
        {shownToken === undefined ? <span>Not shown</span> : <code>{shownToken}</code>}
        <Button
          size="compact-sm"
          variant="default"
          loading={reading.isBusy}
          onClick={() => (shownToken === undefined ? reading.run(setShown) : setShown(undefined))}
        >
          {shownToken === undefined ? 'Reveal token' : 'Hide token'}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={reading.isBusy}
          leftSection={<Icon name="copy" size={15} />}
          onClick={copy}
        >
          Copy token
        </Button>
        {children}
      </span>
      <p>Clients send it with each request. Revealing it is recorded in the activity log.</p>
    </LabelledValue>
  )
}

/** Copies a token to the clipboard, and reports success or the reason of the failure. */
async function copyToken(token: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(token)
    tell.success({ title: 'Copied', lines: ['API token copied to clipboard'] })
  } catch {
    // Browsers allow access to the clipboard only with HTTPS and on localhost, and with permission.
    const lines = ['The browser did not allow access to the clipboard.', 'Reveal the token and copy it by hand.']
    tell.error({ title: 'Not copied', lines })
  }
}

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
  void dialogs.open((close) => <NewTokenDialog name={name} token={token} close={() => close()} />)
