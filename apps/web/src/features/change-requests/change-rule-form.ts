import type { ChangeRequestHead } from '@quatrain/contract/change-requests/change-request.ts'
import {
  type ChangeRuleDocument,
  changeChangeRule,
  changeRuleDocument,
  changeRules,
  readChangeRule,
  ruleOfDocument,
  wordsOfApprovers,
} from '@quatrain/contract/change-requests/change-rule.ts'
import { isPossible } from '@quatrain/contract/change-requests/request-steps.ts'
import { queryOptions } from '@tanstack/react-query'
import { callWithVersion } from '#kit/api/call.ts'
import { resourceQueries } from '#kit/api/queries.ts'
import { writeOf } from '#kit/api/write.ts'
import type { FormDefinition } from '#kit/write/form-definition.ts'
import { kindOf } from '#lib/kinds.ts'
import { paths } from '#lib/paths.ts'
import { singlePaths } from '#lib/resource-paths.ts'
import { capitalized, counted, inNameOrder } from '#lib/words.ts'

/** The rule with its last changes, and its version, which a change must send. */
export const changeRuleQuery = queryOptions({
  // A save reads the list of its kind again before the form shows it.
  queryKey: [...resourceQueries(changeRules).list().queryKey, 'with version'],
  queryFn: async ({ signal }) => {
    const { answer, etag } = await callWithVersion(readChangeRule, {}, { signal })
    return { rule: answer, etag }
  },
})

const saved = { title: 'Changed', line: 'Rule of change requests successfully changed' }

/** The rule is set as a whole. `onSaved` is called before the form shows the new one. */
export function changeRuleDefinition(onSaved: () => unknown): FormDefinition<ChangeRuleDocument> {
  const replace = (document: ChangeRuleDocument) => {
    const write = writeOf(changeChangeRule, { body: ruleOfDocument(document) })
    return {
      ...write,
      async send(options: Parameters<typeof write.send>[0]) {
        const written = await write.send(options)
        await onSaved()
        // Without its version no undo is offered: a former rule is set as deliberately as a new one.
        return { ...written, etag: undefined }
      },
    }
  }
  return {
    resource: changeRules,
    paths: singlePaths(paths.changeRule),
    values: changeRuleDocument,
    nameOf: () => changeRules.label.one,
    writes: { add: replace, change: replace, remove: () => replace(changeRuleDocument.parse({})) },
    wordsOf: () => ({ question: 'Are you sure you want to change the rule? It holds at once.', success: saved }),
    toDocument: (document) => document,
    fromDocument: (document) => changeRuleDocument.safeParse(document).data,
    failureTitle: 'Error',
  }
}

/** A problem of one kind is shown at all of them. */
export const fieldOfRule = (path: string): string => path.replace(/\.\d+$/, '')

/** The open requests that the rule concerns. */
const concerned = ({ all_kinds, kinds }: ChangeRuleDocument, requests: readonly ChangeRequestHead[]) =>
  requests.filter(
    (request) => isPossible('withdraw', request) && (all_kinds || request.kinds.some((kind) => kinds.includes(kind))),
  )

/** What follows from a rule, in sentences. */
export function consequencesOf(rule: ChangeRuleDocument, requests: readonly ChangeRequestHead[]): readonly string[] {
  const { all_kinds, kinds, approvals, approvers, counts_author, bypass } = rule
  if (!all_kinds && kinds.length === 0)
    return ['Everything can be saved directly. A change request can be applied by its author without a review.']
  const labels = inNameOrder(kinds.map((kind) => kindOf(kind)?.label.many ?? kind))
  const objects = all_kinds ? 'Objects of all kinds' : new Intl.ListFormat('en').format(labels)
  const open = concerned(rule, requests).length
  return [
    `${capitalized(objects)} are changed by change requests only: in forms, by scripts and by imports.`,
    approvals === 0
      ? 'Such a request can be applied by its author without a review.'
      : `Such a request is applied after ${counted(approvals, 'approval')} by ${wordsOfApprovers(approvers)}. That of its author ${counts_author ? 'counts' : 'does not count'}.`,
    bypass
      ? 'Superusers can still save directly, with a reason that the history shows.'
      : 'Nobody can save directly, not even superusers.',
    ...(open > 0 ? [`${counted(open, 'open request')} ${open === 1 ? 'is' : 'are'} concerned.`] : []),
  ]
}
