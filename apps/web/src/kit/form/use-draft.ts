import { useEffect, useMemo, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { countChanges } from '#kit/compare/comparable.ts'
import type { Base, ResourceFormOptions } from '#kit/write/form-definition.ts'
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
