import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { focusHeading } from '#ui/page-focus.ts'
import { refreshAfter, showFailure, showSuccess } from './after-write.ts'
import type { JustSaved } from './just-saved.ts'
import { forgetUndo, type UndoOffer, useUndoOffer } from './undo-offer.ts'
import { useWriting } from './use-writing.ts'

export interface Undo {
  /** Undoes what was saved; undefined if that is not possible, or no longer. */
  readonly run: (() => void) | undefined
  readonly isBusy: boolean
  /** Why it could not be undone without loss, and the page that shows what happened since. */
  readonly obstacle: { readonly why: string; readonly history: string | undefined } | undefined
  /** What was saved, at the start of a sentence; undefined if it cannot be undone. */
  readonly what: string | undefined
}

/** Undoes the last save from the list that shows it. */
export function useUndo(saved: JustSaved | undefined): Undo {
  const offer = useUndoOffer(saved)
  const [obstacle, setObstacle] = useState<Undo['obstacle'] & { readonly of: JustSaved | undefined }>()
  const queries = useQueryClient()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const undoing = useWriting({
    mutationFn: ({ undo }: UndoOffer) => undo(queries),
    async onSuccess({ notices }, { definition, name, outcome, done }) {
      await refreshAfter(definition, queries)
      forgetUndo()
      showSuccess(definition, 'Undone', done, notices)
      const state =
        outcome === undefined ? null : ({ kind: definition.resource.kind, key: name, outcome } satisfies JustSaved)
      await navigate({ pathname, search }, { replace: true, preventScrollReset: true, state })
      // The focused button no longer exists.
      focusHeading()
    },
    onError(error, { definition, name, hasHistory, obstacle }) {
      const why = obstacle(error)
      if (why === undefined)
        return showFailure(error, `undoing the last save of ${definition.resource.label.one}`, definition.failureTitle)
      forgetUndo()
      setObstacle({ why, history: hasHistory ? definition.paths.history(name) : undefined, of: saved })
      return refreshAfter(definition, queries)
    },
  })
  return {
    run: offer && (() => undoing.run(offer)),
    isBusy: undoing.isBusy,
    what: offer?.what,
    // It does not concern what was saved later.
    obstacle: obstacle?.of?.undo === saved?.undo ? obstacle : undefined,
  }
}
