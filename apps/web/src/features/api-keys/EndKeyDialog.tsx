import { Button, TextInput } from '@mantine/core'
import type { ApiKey } from '@quatrain/contract/resources/api-key.ts'
import { type FormEvent, useId, useState } from 'react'
import { Dialog } from '#ui/Dialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import classes from './api-keys.module.css'
import type { End } from './use-end-key.ts'

interface Props {
  readonly end: End
  readonly record: ApiKey
  /** The key is not what the person agreed to a moment ago. */
  readonly hasMoved: boolean
  readonly close: (answer?: { remark?: string }) => void
}

const words = {
  change: { title: 'Change API key', button: 'Revoke API key', type: 'revoke' },
  delete: { title: 'Delete API key', button: 'Delete API key', type: 'delete' },
} as const

/** The question before a key opens nothing any more; the name of one that is in use has to be typed. */
export function EndKeyDialog({ end, record, hasMoved, close }: Props) {
  const [typed, setTyped] = useState('')
  const form = useId()
  const { title, button, type } = words[end]
  const isMeant = record.revoked || typed.trim() === record.name
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
          <strong>Are you sure you want to {end} API key?</strong>
          <br />
          <span className="mono">{record.key}</span>
        </p>
        {hasMoved && (
          <Notice kind="warning" role="alert">
            What this would do has changed while you were asked. Look at it again.
          </Notice>
        )}
        <Notice kind="bad">{consequenceOf(end, record)} This cannot be undone.</Notice>
        {!record.revoked && (
          <TextInput
            label={`Type ${record.name} to ${type} it`}
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

function consequenceOf(end: End, { used_by, tenant, revoked }: ApiKey): string {
  if (revoked) return 'It opens nothing any more; when it was used goes with it.'
  const what = end === 'change' ? 'revoked' : 'gone'
  if (used_by === 'webapi')
    return `Once it is ${what}, the console cannot call the Web API for ${tenant} with it any more.`
  return `Once it is ${what}, clients cannot use it any more: they are refused from their next call on.`
}
