import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'

export interface Confirmation {
  readonly title: string
  readonly question: string
  /** The name of the object. */
  readonly object?: string
  readonly details?: ReactNode
  readonly confirm: string
  readonly keep: string
  readonly isDestructive?: boolean
}

export function ConfirmDialog(props: Confirmation & { readonly close: (sure: boolean) => void }) {
  const { title, question, object, details, confirm, keep, isDestructive = false, close } = props
  return (
    <Dialog
      title={title}
      onDismiss={() => close(false)}
      actions={
        <>
          <Button variant="default" data-autofocus onClick={() => close(false)}>
            {keep}
          </Button>
          <Button color={isDestructive ? 'red' : undefined} onClick={() => close(true)}>
            {confirm}
          </Button>
        </>
      }
    >
      <p>{question}</p>
      {object !== undefined && <p className="mono">{object}</p>}
      {details}
    </Dialog>
  )
}
