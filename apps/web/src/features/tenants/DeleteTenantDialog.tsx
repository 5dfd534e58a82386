import { Button, TextInput } from '@mantine/core'
import type { DryRun } from '@quatrain/contract/kit/dry-run.ts'
import { type FormEvent, useId, useState } from 'react'
import { Dialog } from '#ui/Dialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import classes from './Tenants.module.css'

interface Props {
  readonly name: string
  readonly preview: DryRun
  /** What would go is not what the person agreed to a moment ago. */
  readonly hasMoved: boolean
  readonly close: (answer?: { remark?: string }) => void
}

/** The question before a tenant is deleted: what goes with it, what stays, and its name to be typed. */
export function DeleteTenantDialog({ name, preview, hasMoved, close }: Props) {
  const [typed, setTyped] = useState('')
  const form = useId()
  const isMeant = typed.trim() === name
  const answer = (event: FormEvent) => {
    event.preventDefault()
    if (isMeant) close({})
  }
  return (
    <Dialog
      title="Delete tenant"
      onDismiss={() => close()}
      actions={
        <>
          <Button variant="default" data-autofocus onClick={() => close()}>
            Keep it
          </Button>
          <Button type="submit" form={form} color="red" disabled={!isMeant}>
            Delete tenant
          </Button>
        </>
      }
    >
      <form id={form} className={classes.question} onSubmit={answer}>
        <p>
          <strong>Are you sure you want to delete tenant?</strong>
          <br />
          <span className="mono">{name}</span>
        </p>
        {hasMoved && (
          <Notice kind="warning" role="alert">
            What this would do has changed while you were asked. Look at it again.
          </Notice>
        )}
        <Notice kind="bad">
          <p>{preview.notices.deleted}</p>
          <p>Its people are logged out at once, and its boxes are refused. This cannot be undone.</p>
        </Notice>
        <p>
          What it was and what was done in it stays in the history. What the Web API has of it stays there too: its
          profiles, its reports and its topology.
        </p>
        <TextInput
          label={`Type ${name} to delete it`}
          classNames={{ input: 'mono' }}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}
