import { Button } from '@mantine/core'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useBlocker } from 'react-router'
import { z } from 'zod'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { countChanges } from '#kit/compare/comparable.ts'
import type { Base, FormDefinition, ResourceFormOptions } from '#kit/write/form-definition.ts'
import { counted } from '#lib/words.ts'
import { Dialog, dialogs } from '#ui/dialogs.tsx'
import { type Draft, draftPlace, followForm } from './drafts.ts'

export interface DraftKeeping<Values> {
  /** The draft that the form began with. */
  readonly restored: Draft<Values> | undefined
  /** Stores the input when typing pauses. */
  readonly follow: (values: Values, base: () => Base<Values>) => void
  readonly discard: () => void
  /** Stops storing: the input was saved or discarded. */
  readonly end: () => void
  /** Whether everything typed so far would survive a reload. */
  readonly isSafe: () => boolean
  readonly hasEnded: () => boolean
}

type Options<Values extends FieldValues> = Pick<ResourceFormOptions<Values>, 'definition' | 'draftName'>

const typingPause = 400

/** Stores input in the user's browser, so that a reload or the end of a session loses nothing. */
export function useDraft<Values extends FieldValues>({ definition, draftName }: Options<Values>): DraftKeeping<Values> {
  const username = useConsoleContext().user?.username ?? ''
  const place = useMemo(
    () => draftPlace(username, `${definition.resource.kind}.${draftName}`, definition.values),
    [username, definition, draftName],
  )
  const [restored] = useState(place.read)
  const state = useRef({ hasEnded: false, isSafe: true, write: () => {}, timer: 0 })

  useEffect(() => {
    const { current } = state
    current.hasEnded = false
    const flush = () => {
      clearTimeout(current.timer)
      current.write()
      return current.isSafe
    }
    const unfollow = followForm(flush)
    window.addEventListener('pagehide', flush)
    return () => {
      unfollow()
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [])

  return {
    restored,
    follow(values, base) {
      const { current } = state
      if (current.hasEnded) return
      current.write = () => {
        current.write = () => {}
        if (current.hasEnded) return
        // Read now, because a resolved conflict changes the base of the form.
        const { values: stored, etag } = base()
        if (countChanges(definition, stored, values) === 0) place.discard()
        else current.isSafe = place.keep({ values: definition.withoutSecrets?.(values) ?? values, base: stored, etag })
      }
      clearTimeout(current.timer)
      current.timer = window.setTimeout(current.write, typingPause)
    },
    discard: place.discard,
    end() {
      state.current.hasEnded = true
      place.discard()
    },
    isSafe: () => state.current.isSafe,
    hasEnded: () => state.current.hasEnded,
  }
}

/** Follows every change of the form. */
export function useFollowing<Values extends FieldValues>(
  methods: UseFormReturn<Values>,
  draft: DraftKeeping<Values>,
  base: Base<Values>,
): void {
  const latest = useRef({ draft, base })
  useEffect(() => {
    latest.current = { draft, base }
  })
  useEffect(
    () =>
      methods.subscribe({
        formState: { values: true },
        callback: ({ values }) => latest.current.draft.follow(values, () => latest.current.base),
      }),
    [methods],
  )
}

/** Any draft: the form that it is for checks its values. */
const anyValues = z.unknown()

/**
 * Makes the input of a deleted object's form the draft of a new one. Asks before it replaces another draft. Returns
 * whether it was done.
 */
export async function draftAsNew(
  username: string,
  { kind, label }: Resource,
  { values, base }: Pick<Draft<unknown>, 'values' | 'base'>,
): Promise<boolean> {
  const place = draftPlace(username, `${kind}.add`, anyValues)
  if (place.read()) {
    const isSure = await dialogs.confirm({
      title: `Add ${label.one}`,
      question: `There is an unsaved draft of another new ${label.one}. Replace it?`,
      confirm: 'Replace it',
      isDestructive: true,
    })
    if (!isSure) return false
  }
  return place.keep({ values, base })
}

/** The user's draft of the object with this name. */
export const draftOfChange = (username: string, { kind }: Resource, name: string) =>
  draftPlace(username, `${kind}.change.${name}`, anyValues)

/** What is asked about when the page of a form is left. */
interface LeftForm<Values extends FieldValues> {
  readonly methods: UseFormReturn<Values>
  readonly definition: FormDefinition<Values>
  readonly safeValues: Values
  readonly draft: DraftKeeping<Values>
}

/** Asks before a page with unsaved changes is left. */
export function useLeaveGuard<Values extends FieldValues>(form: LeftForm<Values>): void {
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

interface LeaveProps {
  /** The number of unsaved changes, in words. */
  readonly changes: string
  readonly close: (answer?: 'keep' | 'discard') => void
}

/** Asks before a page with unsaved changes is left. */
function LeaveDialog({ changes, close }: LeaveProps) {
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
