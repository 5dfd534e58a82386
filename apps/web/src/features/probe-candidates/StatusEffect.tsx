import type { CandidateStatus, probeCandidates } from '@quatrain/contract/resources/probe-candidate.ts'
import { useWatch } from 'react-hook-form'
import type { Loaded } from '#kit/form/WithRecord.tsx'
import type { CandidateValues } from './probe-candidate-form.ts'
import classes from './probe-candidates.module.css'
import { SendMailAgain } from './SendMailAgain.tsx'

const asks: Readonly<Partial<Record<CandidateStatus, string>>> = {
  processing: 'It needs a service type.',
  testing: 'It needs a service type and the devel UI URL.',
  deployed: 'It needs a service type and the production UI URL.',
  rejected: 'It needs a service type and a reason.',
}

/** What the chosen status asks for, and whether the submitter will be written to. */
export function StatusEffect({ loaded }: { readonly loaded: Loaded<typeof probeCandidates> }) {
  const candidate = loaded.record
  const chosen = useWatch<CandidateValues, 'status'>({ name: 'status' })
  const needed = Object.entries(asks).find(([status]) => status === chosen)?.[1]
  const isKnown = candidate.mailed.some((status) => status === chosen)
  const isUntold = chosen === candidate.status && chosen !== 'submitted' && !isKnown
  const mail = isKnown
    ? 'The submitter has been told of this status by mail.'
    : isUntold
      ? `The mail about this status to ${candidate.contact} was not sent; the next save tries again.`
      : `Saving tells ${candidate.contact} by mail, once.`
  return (
    <div className={classes.effect}>
      <p role="status">{[needed, chosen !== 'submitted' && mail].filter(Boolean).join(' ')}</p>
      {isUntold && <SendMailAgain loaded={loaded} />}
    </div>
  )
}
