import { Button } from '@mantine/core'
import type { probeCandidates } from '@quatrain/contract/resources/probe-candidate.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { refreshAfter, tellDone, tellFailure } from '#kit/after-write.ts'
import type { JustSaved } from '#kit/just-saved.ts'
import { asLastSeen } from '#kit/list-memory.ts'
import { forgetUndo } from '#kit/undo-offer.ts'
import { useWriting } from '#kit/use-writing.ts'
import type { Loaded } from '#kit/WithRecord.tsx'
import { candidateShape, valuesOf } from './probe-candidate-form.ts'

/** Saves the candidate as it is stored, which sends the mail about its status that has not gone. */
export function SendMailAgain({ loaded: { record, etag } }: { readonly loaded: Loaded<typeof probeCandidates> }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const key = String(record.id)
  const sending = useWriting({
    mutationFn: () => candidateShape.writes.change(valuesOf(record), key).send({ ifMatch: etag }),
    async onSuccess({ notices }) {
      await refreshAfter(candidateShape, queries)
      forgetUndo()
      tellDone(candidateShape, 'Changed', 'Probe candidate successfully changed', notices)
      const state: JustSaved = { kind: candidateShape.resource.kind, key, how: 'Changed' }
      await navigate(asLastSeen(candidateShape.paths.list), { state })
    },
    onError(error) {
      tellFailure(error, 'changing probe candidate', candidateShape.failureTitle)
    },
  })
  return (
    <Button variant="default" size="compact-sm" loading={sending.isBusy} onClick={() => sending.run()}>
      Send the mail
    </Button>
  )
}
