import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import { type WebApiWeightsInput, webApiWeights } from '@quatrain/contract/web-api/weights.ts'
import type { z } from 'zod'
import { type DatedKind, messagesAbout } from '#kit/dated-kind.ts'
import { list, members, number, text } from '#kit/json-body.ts'
import { problemsOfName } from '#kit/names.ts'

const body: z.ZodType<WebApiWeightsInput> = members({
  name: text(),
  weight_type: text(),
  group_type: text(),
  groups: list(members({ name: text(), value: number() })),
})

/** How much each group counts in the results of the level above it. */
export const weights: DatedKind<WebApiWeightsInput> = {
  path: 'weights',
  label: { one: 'a list of weights', many: 'lists of weights' },
  bodyLimit: 4 * megabyte,
  body,
  item: webApiWeights,
  problemsOf: problemsOfWeights,
  says: {
    ...messagesAbout('Weights resource'),
    // Spelled as clients expect it.
    added: 'Weights resource succesfully created',
    deleted: 'Weights resource successfully deleted',
  },
}

/** All violations of the weights: missing names, and groups that are named twice, because only one value can count. */
function problemsOfWeights({ name, groups }: WebApiWeightsInput): string[] {
  const names = new Set<string>()
  return [
    ...problemsOfName(name),
    ...groups.flatMap((group, index) => {
      if (group.name.trim() === '') return [`groups[${index}].name is required`]
      if (names.has(group.name)) return [`groups[${index}].name repeats the group ${group.name}`]
      names.add(group.name)
      return []
    }),
  ]
}
