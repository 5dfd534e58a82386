import type { ChangeRequest, ChangeRequestHead } from '@quatrain/contract/change-requests/change-request.ts'

const at = '2026-01-02T03:04:05.000Z'

/** A draft of ada without writes. */
export const aChangeRequest = (changes: Partial<ChangeRequest> = {}): ChangeRequest => ({
  id: 4,
  title: 'Fewer sites',
  description: 'See the ticket.',
  link: 'https://tickets.example.org/7',
  managed: null,
  state: 'draft',
  author: 'ada',
  created_at: at,
  changed_at: at,
  writes: [],
  comments: [],
  apply_at: null,
  approvals: [],
  approvals_needed: 0,
  approvers: null,
  counts_author: false,
  confirm_by: null,
  confirm_within: null,
  revert_problem: '',
  ...changes,
})

/** A request as lists have it. */
export const headOf = (
  {
    writes,
    comments: _,
    description: __,
    link: ___,
    approvals_needed: ____,
    confirm_within: _____,
    ...head
  }: ChangeRequest,
  changes: Partial<ChangeRequestHead> = {},
): ChangeRequestHead => ({
  ...head,
  waits: false,
  writes: writes.length,
  kinds: writes.map(({ kind }) => kind),
  overtaken: [],
  ...changes,
})
