// The rule of a tenant: what is changed by change requests only, and who approves these.
import { z } from 'zod'
import { internalApi } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { defineEndpoint, defineRead, kilobyte } from '../kit/endpoint.ts'
import { objectName, requiredText, uniqueRows } from '../kit/fields.ts'
import { groupKinds } from '../kit/group-kinds.ts'
import { isCollected, type Resource } from '../kit/resource.ts'

/** The largest number of approvals that a rule can require. */
const maxApprovals = 5

/** Who can approve. */
export const reviewers = {
  /** The group whose members can approve, besides superusers; null for superusers only. */
  approvers: z.strictObject({ kind: z.enum(groupKinds), name: objectName() }).nullable(),
  /** Whether authors can approve their own requests. */
  counts_author: z.boolean(),
}

const rule = z.strictObject({
  /** Whether objects of all kinds that change requests can have are changed by change requests only; otherwise those of `kinds`. */
  all_kinds: z.boolean(),
  kinds: z
    .array(requiredText(64))
    .max(100)
    .superRefine(uniqueRows((kind) => kind, 'Duplicated')),
  /** How many users have to approve a request with such an object. */
  approvals: z.int().min(0).max(maxApprovals),
  ...reviewers,
  /** Whether superusers may save such an object directly, with a reason. */
  bypass: z.boolean(),
})

export type ChangeRule = z.output<typeof rule>

/** The rule of tenants that have set none. */
export const usualRule: ChangeRule = {
  all_kinds: false,
  kinds: [],
  approvals: 1,
  approvers: null,
  counts_author: false,
  bypass: true,
}

/** Whether a rule can hold for a kind: change requests can have all its writes. */
export const isRuled = (resource: Pick<Resource, 'userKeys' | 'recentLoginFor' | 'rolledOut' | 'change'>): boolean =>
  resource.change !== undefined && (['add', 'change', 'remove'] as const).every((write) => isCollected(resource, write))

const shared = { deployments: everywhere, caller: 'superuser', path: `${internalApi}/changerule` } as const

export const readChangeRule = defineRead({
  ...shared,
  summary: 'Which kinds are changed by change requests only, and who approves these',
  answer: z.object(rule.shape),
})

export const changeChangeRule = defineEndpoint({
  ...shared,
  method: 'PUT',
  precondition: 'version',
  reauthentication: 'recent',
  summary: 'Set which kinds are changed by change requests only, and who approves these',
  bodyLimit: 16 * kilobyte,
  body: rule,
  answer: z.object(rule.shape),
})
