import type { AffectedObject } from '@quatrain/contract/kit/dry-run.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Preview } from './confirm-and-send.ts'

/** The objects of one group of a dry run as far as they are told, and the way to the next ones; nothing at the end. */
export function useMoreObjects(sampled: readonly AffectedObject[], cursor: string | null, more: Preview['more']) {
  const [later, setLater] = useState<readonly AffectedObject[]>([])
  const [next, setNext] = useState(cursor)
  const { mutate, isPending, error } = useMutation({
    mutationFn: more,
    onSuccess({ changes, groups: [group] }) {
      setLater([...later, ...changes])
      setNext(group?.next ?? null)
    },
  })
  return { objects: [...sampled, ...later], ask: next === null ? undefined : () => mutate(next), isPending, error }
}
