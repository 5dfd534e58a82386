import type { RequestState } from '@quatrain/contract/change-requests/change-request.ts'
import { Mark, type Tone } from '#ui/Mark.tsx'

const tones: Readonly<Record<RequestState, Tone>> = {
  draft: 'plain',
  'in review': 'accent',
  approved: 'good',
  scheduled: 'accent',
  applying: 'accent',
  applied: 'good',
  failed: 'bad',
  withdrawn: 'plain',
  reverted: 'warn',
}

export const RequestStateMark = ({ state }: { readonly state: RequestState }) => (
  <Mark tone={tones[state]}>{state}</Mark>
)
