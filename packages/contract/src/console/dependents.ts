import { z } from 'zod'
import { internalApi, keySegment } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { type AnswerOf, defineRead } from '../kit/endpoint.ts'

/** The references of `references.ts` to one name. There does not have to be an object with this name. */
export const dependentsOf = defineRead({
  path: `${internalApi}/dependents/:kind/:key`,
  summary: 'The objects that refer to an object by name, of the kinds that the caller may see',
  deployments: everywhere,
  userKeys: 'accepted',
  caller: 'user',
  /** The kind as in the activity log, and the name as references contain it, such as `web-probes (2.0.0)` of a package. */
  params: z.object({ kind: keySegment(), key: keySegment() }),
  answer: z.array(
    z.object({
      kind: z.string(),
      name: z.string(),
      /** The path of the field in the object, with `*` for each entry of a list. */
      field: z.string(),
      /** How often the field has the name. */
      count: z.int(),
    }),
  ),
})

/** The references of `canBeMissing` to what neither the tenant nor, for service types, the Web API has. */
export const missingNamesOf = defineRead({
  path: `${internalApi}/missingnames/:kind`,
  summary: 'The objects of a kind that refer to what does not exist, as far as that is known',
  deployments: everywhere,
  userKeys: 'accepted',
  caller: 'user',
  params: z.object({ kind: keySegment() }),
  answer: z.array(
    z.object({
      /** What identifies the object in addresses. */
      key: z.string(),
      /** By kind, the first three names that are missing, and the number of all. */
      missing: z.array(z.object({ kind: z.string(), names: z.array(z.string()), count: z.int() })),
    }),
  ),
})

export type MissingNames = AnswerOf<typeof missingNamesOf>[number]
export type Dependent = AnswerOf<typeof dependentsOf>[number]
