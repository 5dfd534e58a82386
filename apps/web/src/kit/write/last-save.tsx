import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { uncapitalized } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import { focusHeading } from '#ui/PageFrame.tsx'
import { useStore } from '#ui/store.ts'
import { refreshAfter, showSuccess } from './after-write.ts'
import { forgetUndo, lastUndo, type UndoOffer } from './undo-offer.ts'
import { showFailure, useWriting } from './use-writing.ts'

const schema = z.object({ kind: z.string(), key: z.string(), outcome: z.string(), undo: z.string().optional() })

/**
 * The object that a form has just saved, and the id of its undo. It is part of the state of the address, and a list
 * marks its row.
 */
export type JustSaved = z.output<typeof schema>

export const useJustSaved = (): JustSaved | undefined => schema.safeParse(useLocation().state).data

export interface Undo {
  /** Undoes what was saved; undefined if that is not possible, or no longer. */
  readonly run: (() => void) | undefined
  readonly isBusy: boolean
  /** Why it could not be undone without loss, and the page that shows what happened since. */
  readonly obstacle: { readonly why: string; readonly history: string | undefined } | undefined
  /** What was saved, at the start of a sentence; undefined if it cannot be undone. */
  readonly subject: string | undefined
}

/** The undo of what was saved, unless there was another write since. */
function useUndoOffer(saved: JustSaved | undefined): UndoOffer | undefined {
  const offer = useStore(lastUndo)
  if (!offer || !saved || offer.id !== saved.undo) return undefined
  return offer.name === saved.key && offer.definition.resource.kind === saved.kind ? offer : undefined
}

/** Undoes the last save from the list that shows it. */
export function useUndo(saved: JustSaved | undefined): Undo {
  const offer = useUndoOffer(saved)
  const [obstacle, setObstacle] = useState<Undo['obstacle'] & { readonly saved: JustSaved | undefined }>()
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
      setObstacle({ why, history: hasHistory ? definition.paths.history(name) : undefined, saved })
      return refreshAfter(definition, queries)
    },
  })
  return {
    run: offer && (() => undoing.run(offer)),
    isBusy: undoing.isBusy,
    subject: offer?.subject,
    // It does not concern what was saved later.
    obstacle: obstacle?.saved?.undo === saved?.undo ? obstacle : undefined,
  }
}

/** Undoes the last save; shown only while that is possible. */
export function UndoButton({ undo, saved }: { readonly undo: Undo; readonly saved: JustSaved }) {
  if (!undo.run) return null
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={undo.isBusy}
      aria-label={`Undo: ${saved.outcome} ${saved.key}`.trim()}
      onClick={undo.run}
    >
      Undo
    </Button>
  )
}

interface NoticeProps {
  readonly saved: JustSaved | undefined
  readonly undo: Undo
  /** Whether the list marks a row of it, on any of its pages. */
  readonly hasRow: boolean
  /** Whether filters could hide such a row. */
  readonly isFiltered?: boolean
}

/** Above a list: what was saved, if no row shows that, or why it could not be undone. */
export function SavedNotice({ saved, undo, hasRow, isFiltered = true }: NoticeProps) {
  if (!saved) return null
  const { obstacle } = undo
  if (obstacle) {
    return (
      <Notice
        kind="warning"
        role="alert"
        actions={
          obstacle.history !== undefined && (
            <Button size="compact-sm" variant="default" component={Link} to={obstacle.history}>
              History of {saved.key}
            </Button>
          )
        }
      >
        {obstacle.why} Undoing would lose that, so nothing was undone.
      </Notice>
    )
  }
  if (hasRow || !undo.run) return null
  // Several objects have no key.
  const isHidden = isFiltered && saved.outcome !== 'Deleted' && saved.key !== ''
  return (
    <Notice kind="info" actions={<UndoButton undo={undo} saved={saved} />}>
      {undo.subject} was {uncapitalized(saved.outcome)}
      {isHidden ? ', and the filters hide it.' : '.'}
    </Notice>
  )
}
