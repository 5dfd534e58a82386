import { z } from 'zod'
import { records, text } from '../compare/field.ts'
import { objectName, objectReference, optionalText } from '../kit/fields.ts'
import { groupResource } from '../kit/group-resource.ts'
import { kindNames } from '../kit/kind-names.ts'
import { texts } from '../kit/named-fields.ts'
import { defineResource, type RecordOf } from '../kit/resource.ts'
import { thresholdChanges } from '../thresholds/threshold-changes.ts'
import { textProblem } from '../thresholds/threshold-rules.ts'
import { isThresholds } from '../web-api/thresholds.ts'

const maxRules = 5_000

/**
 * What is wrong with the text of a new or changed rule; undefined if nothing is. The schemas accept every text, because a
 * rule that a profile already has is kept as it is: another service may have stored what this one refuses.
 */
export function thresholdsProblem(thresholds: string): string | undefined {
  if (thresholds === '') return 'Required'
  if (isThresholds(thresholds)) return textProblem(thresholds)
  return 'Must be entries of the form label=value[unit];[warning];[critical];[min];[max]'
}

/** Existing clients send an empty text for a rule that holds for all hosts or all endpoint groups. */
const optionalReference = () => z.union([z.literal(''), objectReference(255)]).optional()

const rule = z
  .strictObject({
    metric: objectReference(),
    host: optionalReference(),
    endpoint_group: optionalReference(),
    // Stored byte for byte, since texts can express more than the form.
    thresholds: optionalText(4096),
  })
  .transform(({ metric, host, endpoint_group, thresholds }) => ({
    metric,
    ...(host && { host }),
    ...(endpoint_group && { endpoint_group }),
    thresholds,
  }))

const fields = z.strictObject({
  name: objectName(),
  groupname: objectReference(80),
  // The specified form has no description: a change without one keeps it.
  description: optionalText(1024).optional(),
  rules: z.array(rule).max(maxRules, `A thresholds profile can have at most ${maxRules} rules`),
})

const document = z.object({
  ...texts('name', 'groupname', 'description'),
  rules: z.array(
    z.object({
      metric: z.string(),
      host: z.string().optional(),
      endpoint_group: z.string().optional(),
      thresholds: z.string(),
    }),
  ),
})

const record = document.extend({ apiid: z.string() })
const row = record.pick({ apiid: true, name: true, groupname: true, description: true })

/** Limits that turn a measured value into a status (specification part 2, sections 2 to 5). */
export const thresholdsProfiles = defineResource({
  ...kindNames.thresholdsProfiles,
  ...groupResource('thresholdsprofiles', fields, 'fixed'),
  published: { row, record },
  record,
  row,
  document,
  compared: {
    name: text('name'),
    groupname: text('group name'),
    description: text('description'),
    rules: records('rules', {
      identity: { metric: 'Metric', host: 'Host', endpoint_group: 'Endpoint group' },
      fields: { thresholds: text('thresholds', thresholdChanges) },
      // The last one of several rules for the same metric, host and endpoint group is used.
      isOrdered: true,
    }),
  },
})

export type ThresholdsProfile = RecordOf<typeof thresholdsProfiles>
export type ThresholdsRule = ThresholdsProfile['rules'][number]
