// What users do with a change request: in which states, and who. The server refuses by this table, and the browser offers by it.
import type { UserRights } from '../kit/policy.ts'
import { type ChangeRequestHead, type RequestAction, type RequestState, requestStates } from './change-request.ts'

/**
 * `reviewer`: superusers and the group that the rule names, and the author if the rule counts it. `applicant`: the author, and
 * superusers once the request is approved. `confirmer`: the author, those who have approved it, and superusers.
 */
type Holder = 'user' | 'author' | 'reviewer' | 'applicant' | 'confirmer'

export type RequestStep = RequestAction | 'edit' | 'approve' | 'apply' | 'schedule' | 'revert'

interface Step {
  readonly from: readonly RequestState[]
  /** The state afterwards, if it is always the same. */
  readonly to?: RequestState
  readonly by: Holder
}

const applied: Step = { from: ['draft', 'failed', 'approved', 'scheduled'], by: 'applicant' }

export const requestSteps: Readonly<Record<RequestStep, Step>> = {
  comment: { from: requestStates, by: 'user' },
  edit: { from: ['draft', 'in review', 'approved', 'failed'], by: 'author' },
  submit: { from: ['draft', 'failed'], to: 'in review', by: 'author' },
  approve: { from: ['in review'], by: 'reviewer' },
  refuse: { from: ['in review', 'approved', 'scheduled'], to: 'draft', by: 'reviewer' },
  apply: applied,
  schedule: applied,
  unschedule: { from: ['scheduled'], to: 'draft', by: 'applicant' },
  withdraw: { from: ['draft', 'in review', 'approved', 'scheduled', 'failed'], to: 'withdrawn', by: 'author' },
  confirm: { from: ['applied'], by: 'confirmer' },
  'take-back': { from: ['applied'], by: 'confirmer' },
  revert: { from: ['applied'], by: 'user' },
}

/** What the rights to a request depend on. */
type Held = Pick<ChangeRequestHead, 'author' | 'state' | 'approvals' | 'approvers' | 'counts_author'>

/** Whether a step is possible in a state. */
export const isPossible = (step: RequestStep, { state }: Pick<Held, 'state'>): boolean =>
  requestSteps[step].from.includes(state)

/** Whether a step is for this user. */
export function isFor(user: UserRights | undefined, step: RequestStep, request: Held): boolean {
  if (!user) return false
  const { author, state, approvals, approvers, counts_author } = request
  const isAuthor = user.username === author
  switch (requestSteps[step].by) {
    case 'user':
      return true
    case 'author':
      return isAuthor
    case 'reviewer': {
      const isMember = approvers !== null && user.groups[approvers.kind].includes(approvers.name)
      return (user.isSuperuser || isMember) && (counts_author || !isAuthor)
    }
    case 'confirmer':
      return isAuthor || user.isSuperuser || approvals.some(({ username }) => username === user.username)
    case 'applicant':
      return isAuthor || (user.isSuperuser && approvals.length > 0 && (state === 'approved' || state === 'scheduled'))
  }
}

/** Whether this user can take a step with the request in its state. */
export const mayTake = (user: UserRights | undefined, step: RequestStep, request: Held): boolean =>
  isPossible(step, request) && isFor(user, step, request)

/** Whether a request waits for this user: reviewers approve what they have not approved yet, authors go on after that and after a failure. */
export function isWaitingFor(user: UserRights | undefined, request: Held): boolean {
  const { author, state, approvals } = request
  if (user?.username === author && (state === 'approved' || state === 'failed')) return true
  return mayTake(user, 'approve', request) && approvals.every(({ username }) => username !== user?.username)
}
