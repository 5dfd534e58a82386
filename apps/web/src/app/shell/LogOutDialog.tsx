import { Button } from '@mantine/core'
import { counted } from '#lib/words.ts'
import { Dialog } from '#ui/dialogs.tsx'

interface Props {
  /** The number of forms with unsaved changes. */
  readonly drafts: number
  /** Whether this browser stores all of them as drafts. */
  readonly isKept: boolean
  readonly close: (answer?: 'keep' | 'discard') => void
}

/** Asks before a user with unsaved changes logs out. */
export function LogOutDialog({ drafts, isKept, close }: Props) {
  return (
    <Dialog
      title="Log out"
      onDismiss={() => close()}
      actions={
        <>
          <Button variant="default" data-autofocus onClick={() => close()}>
            Stay
          </Button>
          {drafts > 0 && (
            <Button variant="default" onClick={() => close('keep')}>
              Log out and keep drafts
            </Button>
          )}
          <Button color="red" onClick={() => close('discard')}>
            Log out and discard changes
          </Button>
        </>
      }
    >
      <p>Are you sure you want to log out?</p>
      {drafts > 0 && (
        <p>
          This browser keeps {counted(drafts, 'draft')} of yours that {drafts === 1 ? 'is' : 'are'} not saved. Only you
          see drafts in this console; discard them if others use this computer and account too.
        </p>
      )}
      {!isKept && <p>This browser cannot store your unsaved changes: save them first, or they are lost.</p>}
    </Dialog>
  )
}
