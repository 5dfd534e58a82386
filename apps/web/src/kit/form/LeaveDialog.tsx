import { Button } from '@mantine/core'
import { Dialog } from '#ui/Dialog.tsx'

interface Props {
  /** The number of unsaved changes, in words. */
  readonly changes: string
  readonly close: (answer?: 'keep' | 'discard') => void
}

/** Asks before a page with unsaved changes is left. */
export function LeaveDialog({ changes, close }: Props) {
  return (
    <Dialog
      title="Leave without saving"
      onDismiss={() => close()}
      actions={
        <>
          <Button variant="default" data-autofocus onClick={() => close()}>
            Keep editing
          </Button>
          <Button variant="default" onClick={() => close('keep')}>
            Leave and keep draft
          </Button>
          <Button color="red" onClick={() => close('discard')}>
            Discard changes
          </Button>
        </>
      }
    >
      <p>This form has {changes}. A draft stays in this browser until it is saved or discarded.</p>
    </Dialog>
  )
}
