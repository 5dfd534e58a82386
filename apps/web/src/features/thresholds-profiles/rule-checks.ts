import { thresholdsProblem, thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { editedThresholdProblems } from '@quatrain/contract/thresholds/threshold-rules.ts'
import { type RowProblem, ruledRows } from '#kit/rows/row-rules.ts'
import { type RuleRow, ruleRows, rulesOfRows, thresholdRows } from './rule-rows.ts'

const { rules } = thresholdsProfiles.add.shape

/** The rules of the form for the table of rules. */
export const ruleRowsSchema = ruledRows<RuleRow>({ problemsOf })

function problemsOf(row: RuleRow): readonly RowProblem[] {
  if (ruleRows.isBlank(row)) return []
  const thresholds = thresholdRows.rowsOf(row.thresholds)
  const ofThresholds = thresholds.flatMap((threshold, index) => {
    // A rule needs a threshold; more blank rows do not matter.
    if (thresholdRows.isBlank(threshold) && !(index === 0 && thresholds.every(thresholdRows.isBlank))) return []
    const [values = threshold] = thresholdRows.valuesOf([threshold])
    return editedThresholdProblems(values).map(({ part, message }) => ({ path: ['thresholds', index, part], message }))
  })
  const rowRules = rulesOfRows([row])
  const ofRule = rules.safeParse(rowRules).error?.issues ?? []
  return [
    ...ofRule.map(({ path: [, ...path], message }) => ({ path, message })),
    // What is wrong with the text as a whole is said in the cells, if they can say it.
    ...(ofThresholds.length > 0 ? ofThresholds : rowRules.flatMap(({ thresholds }) => problemOfText(thresholds, row))),
  ]
}

/** A stored text that was not changed is accepted, whatever it is. */
function problemOfText(thresholds: string, { stored }: Pick<RuleRow, 'stored'>): readonly RowProblem[] {
  const message = thresholds === stored ? undefined : thresholdsProblem(thresholds)
  return message === undefined ? [] : [{ path: ['thresholds'], message }]
}
