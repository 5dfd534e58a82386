// The rule of a tenant: what is changed by change requests only, and who approves these.
import { z } from 'zod'
import { choice, type Fields, flag, list, type Scalar } from '../compare/field.ts'
import { internalApi } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { defineEndpoint, defineRead, kilobyte } from '../kit/endpoint.ts'
import { moment, objectName, requiredText, trimmedText, uniqueRows } from '../kit/fields.ts'
import { groupKinds } from '../kit/group-kinds.ts'
import { kindNames, namesOfGroups, singleKindNames } from '../kit/kind-names.ts'
import { texts } from '../kit/named-fields.ts'
import { defineResource, isCollected, type Resource } from '../kit/resource.ts'

/** The largest number of approvals that a rule can require. */
export const maxApprovals = 5

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

export const changeRuleDocument = z.object({
  ...rule.shape,
  kinds: z.array(z.string()),
  approvals: z.int(),
  /** The group as `kind/name`; empty for superusers only. */
  approvers: z.string(),
})

/** A rule as data for comparisons and histories. */
export type ChangeRuleDocument = z.output<typeof changeRuleDocument>

export const documentOfRule = ({ approvers, ...rest }: ChangeRule): ChangeRuleDocument => ({
  ...rest,
  approvers: approvers ? `${approvers.kind}/${approvers.name}` : '',
})

/** The group that such a text names. Throws if it is none. */
function groupIn(approvers: string): ChangeRule['approvers'] {
  const [kind, ...name] = approvers.split('/')
  return approvers === '' ? null : reviewers.approvers.parse({ kind, name: name.join('/') })
}

export const ruleOfDocument = (document: ChangeRuleDocument): ChangeRule => ({
  ...document,
  approvers: groupIn(document.approvers),
})

/** The approvers of a document in words. */
export function wordsOfApprovers(approvers: Scalar): string {
  const group = groupIn(String(approvers))
  return group ? `superusers and members of ${group.name} (${namesOfGroups(group.kind).label.one})` : 'superusers'
}

const kindLabels: ReadonlyMap<string, string> = new Map(
  Object.values(kindNames).map(({ kind, label }) => [kind, label.many]),
)

/** How two rules are compared. */
export const changeRuleFields: Fields = {
  all_kinds: flag('Changed by change requests only', 'all kinds', 'chosen kinds'),
  kinds: { ...list('Chosen kinds', 'Kind'), cellsOf: (kind) => [kindLabels.get(String(kind)) ?? String(kind)] },
  approvals: choice('Approvals'),
  approvers: choice('Approvers', wordsOfApprovers),
  counts_author: flag('The approval of the author counts'),
  bypass: flag('Superusers can save without a request'),
}

/** The rule as an object of the activity log and of forms. */
export const changeRules = defineResource({
  ...singleKindNames.changeRule,
  key: { read: 'name', remove: 'name' },
  history: 'tenantversion',
  access: {
    super: { read: 'superusers', write: 'superusers' },
    tenant: { read: 'superusers', write: 'superusers' },
  },
  record: changeRuleDocument,
  row: changeRuleDocument,
  document: changeRuleDocument,
  compared: changeRuleFields,
})

/** Whether a rule can hold for a kind: change requests can have all its writes. */
export const isRuled = (
  resource: Pick<Resource, 'userKeys' | 'recentLoginFor' | 'isRemovedByRollOut' | 'change'>,
): boolean =>
  resource.change !== undefined && (['add', 'change', 'remove'] as const).every((write) => isCollected(resource, write))

const shared = { deployments: everywhere, caller: 'superuser', path: `${internalApi}/changerule` } as const

export const readChangeRule = defineRead({
  ...shared,
  summary:
    'Which kinds are changed by change requests only, and who approves these, with the last changes of this rule',
  answer: z.object({
    ...rule.shape,
    /** The last 20, the newest first. */
    changes: z.array(
      z.object({
        number: z.int(),
        at: moment(),
        ...texts('author', 'remark'),
        before: changeRuleDocument,
        after: changeRuleDocument,
      }),
    ),
  }),
})

export const changeChangeRule = defineEndpoint({
  ...shared,
  method: 'PUT',
  precondition: 'version',
  reauthentication: 'recent',
  summary: 'Set which kinds are changed by change requests only, and who approves these',
  query: z.strictObject({ dry_run: z.stringbool().optional(), remark: trimmedText(500).optional() }),
  bodyLimit: 16 * kilobyte,
  body: rule,
  answer: z.object(rule.shape),
})
