import { type AggregationProfile, aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { z } from 'zod'
import { formTables } from '#kit/rows/form-tables.ts'
import { type RowProblem, repeatedNames, ruledRows } from '#kit/rows/row-rules.ts'
import { defineForm } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'
import { type GroupRow, groupRows, groupsOf } from './group-rows.ts'

const texts = aggregationProfiles.document.omit({ groups: true })

const formValues = texts.extend({ groups: groupRows.schema })

export type AggregationProfileValues = z.output<typeof formValues>

const valuesOf = ({ groups, ...fields }: Omit<AggregationProfile, 'apiid'>): AggregationProfileValues => ({
  ...texts.parse(fields),
  groups: groupRows.fromStored(groups),
})

export const aggregationTables = formTables<AggregationProfileValues>({ groups: groupRows })

/** The profile that the values of a form stand for. */
export const aggregationDocumentOf = ({ groups, ...fields }: AggregationProfileValues) => ({
  ...fields,
  groups: groupsOf(groups),
})

export const aggregationProfileDefinition = defineForm<typeof aggregationProfiles, AggregationProfileValues>({
  resource: aggregationProfiles,
  blank: {
    name: '',
    groupname: '',
    description: '',
    metric_operation: '',
    profile_operation: '',
    endpoint_group: '',
    metric_profile: '',
    groups: [groupRows.newRow()],
  },
  valuesOf,
  paths: paths.aggregationProfiles,
  values: formValues,
  nameOf: ({ name }) => name,
  inputOf: aggregationDocumentOf,
  valuesOfInput: valuesOf,
  valuesBeside: aggregationTables.beside,
  countChanges: (before, after) =>
    aggregationTables.countChanges(before, after) + (groupRows.isReordered(before.groups, after.groups) ? 1 : 0),
})

const { groups: groupList, apiid: _, ...fields } = aggregationProfiles.add.shape

/** What is wrong with one group. */
function problemsOf(group: GroupRow): readonly RowProblem[] {
  if (groupRows.isBlank(group)) return []
  const issues = groupList.safeParse(groupRows.valuesOf([group])).error?.issues ?? []
  return issues.flatMap(({ message, path }) => {
    const [, ...steps] = groupRows.pathOfSent([group], path.map(String))
    const pathInGroup = steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step))
    const hasNoService = pathInGroup.length === 1 && pathInGroup[0] === 'services'
    // The list has a blank row for the first service.
    const blank = { message: 'Required', path: ['services', 0, 'name'] }
    return [{ message, path: pathInGroup }, ...(hasNoService && group.services.length === 1 ? [blank] : [])]
  })
}

/** The rules of the form: those of what is sent. */
export const aggregationProfileSchema = z.object({
  ...fields,
  description: z.string(),
  groups: ruledRows<GroupRow>({ problemsOf, problemsAmong: repeatedNames('Duplicated') }),
})
