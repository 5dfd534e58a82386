import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { inputFromDocument } from '@quatrain/contract/kit/stored-document.ts'
import {
  type ThresholdsProfile,
  thresholdsProblem,
  thresholdsProfiles,
} from '@quatrain/contract/resources/thresholds-profile.ts'
import { editedThresholdProblems } from '@quatrain/contract/thresholds/threshold-rules.ts'
import { z } from 'zod'
import { writeOf } from '#kit/api/write.ts'
import { formTables } from '#kit/rows/form-tables.ts'
import { type RowProblem, ruledRows } from '#kit/rows/row-rules.ts'
import type { AddableDefinition } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'
import { type RuleRow, rowsBeside, rowsOfRules, ruleRows, rulesOfRows, thresholdRows } from './rule-rows.ts'

const { rules } = thresholdsProfiles.add.shape

/** The rules of the form for the table of rules. */
const ruleRowsSchema = ruledRows<RuleRow>({ problemsOf })

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

const formValues = z.object({
  name: z.string(),
  groupname: z.string(),
  /** The description has no field, and is kept. */
  description: z.string(),
  rules: ruleRows.schema,
})

export type ThresholdsProfileValues = z.output<typeof formValues>

type Content = Omit<ThresholdsProfile, 'apiid'>

const valuesOf = ({ name, groupname, description, rules }: Content): ThresholdsProfileValues => ({
  name,
  groupname,
  description,
  rules: rowsOfRules(rules),
})

/** The input of a write, which is also the document of a version. */
const contentOf = ({ rules, ...fields }: ThresholdsProfileValues): Content => ({ ...fields, rules: rulesOfRows(rules) })

/** Values of another state of the profile, with the rows of this one where they are the same. */
export const thresholdsValuesBeside = (
  values: ThresholdsProfileValues,
  base: ThresholdsProfileValues,
): ThresholdsProfileValues => ({ ...values, rules: rowsBeside(rulesOfRows(values.rules), base.rules) })

const api = resourceEndpoints(thresholdsProfiles)
const tables = formTables<ThresholdsProfileValues>({ rules: ruleRows })

export const thresholdsProfileDefinition: AddableDefinition<typeof thresholdsProfiles, ThresholdsProfileValues> = {
  resource: thresholdsProfiles,
  blank: valuesOf({ name: '', groupname: '', description: '', rules: [] }),
  valuesOf,
  paths: paths.thresholdsProfiles,
  values: formValues,
  nameOf: ({ name }) => name,
  writes: {
    add: (values) => writeOf(api.add, { body: contentOf(values) }),
    change: (values, apiid) => writeOf(api.change, { body: { ...contentOf(values), apiid } }),
    remove: (apiid) => writeOf(api.remove, { params: { key: apiid } }),
  },
  toDocument: contentOf,
  fromDocument: (document, currentValues) => {
    const input = inputFromDocument(thresholdsProfiles, document)
    const values = input && valuesOf({ ...input, description: input.description ?? currentValues?.description ?? '' })
    return values && currentValues ? thresholdsValuesBeside(values, currentValues) : values
  },
  countChanges: tables.countChanges,
}

const { name, groupname } = thresholdsProfiles.add.shape

/** The rules of the form. */
export const thresholdsProfileSchema = z.object({ name, groupname, description: z.string(), rules: ruleRowsSchema })

/** The field of the form for a path of the submitted input. */
export const fieldOfThresholdsProfile = tables.fieldOf
