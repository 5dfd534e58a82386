import type { CandidateStatus, ProbeCandidate } from '@quatrain/contract/resources/probe-candidate.ts'
import { useWatch } from 'react-hook-form'
import type { CandidateValues } from './probe-candidate-form.ts'
import classes from './probe-candidates.module.css'

const asks: Readonly<Partial<Record<CandidateStatus, string>>> = {
  processing: 'It needs a service type.',
  testing: 'It needs a service type and the devel UI URL.',
  deployed: 'It needs a service type and the production UI URL.',
  rejected: 'It needs a service type and a reason.',
}

/** What the chosen status asks for, and whether the submitter will be written to. */
export function StatusEffect({ candidate }: { readonly candidate: ProbeCandidate }) {
  const chosen = useWatch<CandidateValues, 'status'>({ name: 'status' })
  const needed = Object.entries(asks).find(([status]) => status === chosen)?.[1]
  const isKnown = candidate.mailed.some((status) => status === chosen)
  const mail = isKnown
    ? 'The submitter has been told of this status by mail.'
    : `Saving tells ${candidate.contact} by mail, once.`
  return (
    <p className={classes.effect} role="status">
      {[needed, chosen !== 'submitted' && mail].filter(Boolean).join(' ')}
    </p>
  )
}
