import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { inputFromDocument } from '@quatrain/contract/kit/stored-document.ts'
import { type ThresholdsProfile, thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { z } from 'zod'
import { writeOf } from '#kit/api/write.ts'
import { fieldOfSent } from '#kit/rows/field-of-sent.ts'
import type { AddableDefinition } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'
import { ruleRowsSchema } from './rule-checks.ts'
import { rowsBeside, rowsOfRules, ruleRows, rulesOfRows } from './rule-rows.ts'

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
  ...{ name, groupname, description },
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
const texts = ['name', 'groupname', 'description'] as const

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
  countChanges: (before, after) =>
    texts.filter((field) => before[field] !== after[field]).length + ruleRows.countChanges(before.rules, after.rules),
  sideEffects: {},
  warningTitle: 'Warning',
}

const { name, groupname } = thresholdsProfiles.add.shape

/** The rules of the form. */
export const thresholdsProfileSchema = z.object({ name, groupname, description: z.string(), rules: ruleRowsSchema })

/** The field of the form for a path of the submitted input. */
export const fieldOfThresholdsProfile = fieldOfSent<ThresholdsProfileValues>({ rules: ruleRows })
