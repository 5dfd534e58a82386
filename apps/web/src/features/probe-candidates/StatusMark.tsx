import type { CandidateStatus } from '@quatrain/contract/resources/probe-candidate.ts'
import { Mark, type Tone } from '#ui/Mark.tsx'

const tones: Readonly<Record<CandidateStatus, Tone>> = {
  submitted: 'accent',
  processing: 'plain',
  testing: 'warn',
  deployed: 'good',
  rejected: 'bad',
}

/** The status of a candidate. */
export const StatusMark = ({ status }: { readonly status: CandidateStatus }) => (
  <Mark tone={tones[status]}>{status}</Mark>
)
