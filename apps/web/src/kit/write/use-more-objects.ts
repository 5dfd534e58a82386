import type { AffectedObject } from '@quatrain/contract/kit/dry-run.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Preview } from './confirm-and-send.ts'

/** The loaded objects of one group of a dry run, and a function that loads more; undefined at the end. */
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
