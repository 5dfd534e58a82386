import { Button } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useBlocker } from 'react-router'
import { countChanges } from '#kit/compare/comparable.ts'
import { counted } from '#lib/words.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { dialogs } from '#ui/dialogs.tsx'
import type { ResourceFormState } from './use-resource-form.ts'

/** Asks before a page with unsaved changes is left. */
export function useLeaveGuard<Values extends FieldValues>(form: ResourceFormState<Values>): void {
  const { methods, definition, safeValues, draft } = form
  const count = () => countChanges(definition, safeValues, methods.getValues())
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !draft.hasEnded() && currentLocation.pathname !== nextLocation.pathname && count() > 0,
  )

  const ask = useEffectEvent(async () => {
    if (blocker.state !== 'blocked') return
    // Other open dialogs belong to the page that is about to be left.
    dialogs.closeAll()
    const changes = counted(count(), 'unsaved change')
    const answer = await dialogs.open<'keep' | 'discard'>((close) => <LeaveDialog changes={changes} close={close} />)
    if (answer === undefined) return blocker.reset()
    if (answer === 'discard') draft.end()
    blocker.proceed()
  })
  // The router asks through a state and not a call, so the response is an effect.
  useEffect(() => {
    if (blocker.state === 'blocked') void ask()
  }, [blocker.state])

  // A stored draft survives a reload, so the browser asks only if it could not be stored.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!draft.isSafe() && count() > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  })
}

interface Props {
  /** The number of unsaved changes, in words. */
  readonly changes: string
  readonly close: (answer?: 'keep' | 'discard') => void
}

/** Asks before a page with unsaved changes is left. */
function LeaveDialog({ changes, close }: Props) {
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
