import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import { type WebApiWeightsInput, webApiWeights } from '@quatrain/contract/web-api/weights.ts'
import type { z } from 'zod'
import type { DatedKind } from '#kit/dated-kind.ts'
import { list, members, number, text } from '#kit/json-body.ts'
import { problemsOfWeights } from './weights-rules.ts'

const body: z.ZodType<WebApiWeightsInput> = members({
  name: text(),
  weight_type: text(),
  group_type: text(),
  groups: list(members({ name: text(), value: number() })),
})

const changed = 'Weights resource successfully updated'

/** How much each group counts in the results of the level above it. */
export const weights: DatedKind<WebApiWeightsInput> = {
  path: 'weights',
  label: { one: 'a list of weights', many: 'lists of weights' },
  bodyLimit: 4 * megabyte,
  body,
  item: webApiWeights,
  problemsOf: problemsOfWeights,
  says: {
    // Spelled as clients expect it.
    added: 'Weights resource succesfully created',
    changed,
    changedOnNewDay: `${changed} (new history snapshot)`,
    deleted: 'Weights resource successfully deleted',
    nameTaken: 'Weights resource with the same name already exists',
  },
}
