import { Button } from '@mantine/core'
import type { CandidateStatus, probeCandidates } from '@quatrain/contract/resources/probe-candidate.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { Loaded } from '#kit/form/WithRecord.tsx'
import { asLastSeen } from '#kit/page/visits.ts'
import { refreshAfter, showSuccess } from '#kit/write/after-write.ts'
import type { JustSaved } from '#kit/write/last-save.tsx'
import { forgetUndo } from '#kit/write/undo-offer.ts'
import { useWriting } from '#kit/write/use-writing.ts'
import { type CandidateValues, candidateDefinition } from './probe-candidate-form.ts'
import classes from './probe-candidates.module.css'

const asks: Readonly<Partial<Record<CandidateStatus, string>>> = {
  processing: 'It needs a service type.',
  testing: 'It needs a service type and the devel UI URL.',
  deployed: 'It needs a service type and the production UI URL.',
  rejected: 'It needs a service type and a reason.',
}

/** The required fields of the selected status, and whether the submitter is notified. */
export function StatusEffect({ loaded }: { readonly loaded: Loaded<typeof probeCandidates> }) {
  const candidate = loaded.record
  const chosenStatus = useWatch<CandidateValues, 'status'>({ name: 'status' })
  const requirement = Object.entries(asks).find(([status]) => status === chosenStatus)?.[1]
  const isKnown = candidate.mailed.some((status) => status === chosenStatus)
  const isNotNotified = chosenStatus === candidate.status && chosenStatus !== 'submitted' && !isKnown
  const mail = isKnown
    ? 'The submitter has been notified of this status by mail.'
    : isNotNotified
      ? `The mail about this status to ${candidate.contact} was not sent; the next save tries again.`
      : `Saving notifies ${candidate.contact} by mail, once.`
  return (
    <div className={classes.effect}>
      <p role="status">{[requirement, chosenStatus !== 'submitted' && mail].filter(Boolean).join(' ')}</p>
      {isNotNotified && <SendMailAgain loaded={loaded} />}
    </div>
  )
}

/** Saves the stored candidate again, which sends the pending mail about its status. */
function SendMailAgain({ loaded: { record, etag } }: { readonly loaded: Loaded<typeof probeCandidates> }) {
  const navigate = useNavigate()
  const key = String(record.id)
  const { writes, valuesOf } = candidateDefinition
  const queries = useQueryClient()
  const sending = useWriting({
    question: () => ({
      title: 'Send the mail',
      question: `Are you sure you want to notify ${record.contact} by mail that this probe candidate is ${record.status}?`,
      keep: 'Do not send it',
    }),
    mutationFn: () => writes.change(valuesOf(record), key).send({ ifMatch: etag }),
    doing: 'changing probe candidate',
    async onSuccess({ notices }) {
      forgetUndo()
      await refreshAfter(candidateDefinition, queries)
      showSuccess(candidateDefinition, 'Changed', 'Probe candidate successfully changed', notices)
      const state: JustSaved = { kind: candidateDefinition.resource.kind, key, outcome: 'Changed' }
      await navigate(asLastSeen(candidateDefinition.paths.list), { state })
    },
  })
  return (
    <Button variant="default" size="compact-sm" loading={sending.isBusy} onClick={() => sending.run()}>
      Send the mail
    </Button>
  )
}
