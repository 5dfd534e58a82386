import { z } from 'zod'
import { internalApi, keySegment } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { type AnswerOf, defineRead } from '../kit/endpoint.ts'
import { wholeNumber } from '../kit/paged-list.ts'

/** The most objects of one answer, besides those on the way to a report. */
export const maxDependencies = 500

const maxSteps = 20

/** The reference of a metric to the template that it was imported from, which no document contains. */
export const templateField = 'template'

/** What an object needs and what needs it, by the references of `references.ts`, also through others. */
export const dependenciesOf = defineRead({
  path: `${internalApi}/dependencies/:kind/:key`,
  summary: 'What an object needs and what needs it, up to some steps away, of the kinds that the caller may see',
  deployments: everywhere,
  userKeys: 'accepted',
  caller: 'user',
  /** The kind as in the activity log; the name as references contain it, or what identifies the object in addresses. */
  params: z.object({ kind: keySegment(), key: keySegment() }),
  query: z.strictObject({ steps: wholeNumber(maxSteps).optional() }),
  answer: z.object({
    /** The object, then the nearest ones. Each version of a probe is one of its own. */
    nodes: z.array(
      z.object({
        kind: z.string(),
        name: z.string(),
        /** What identifies it in addresses. */
        key: z.string(),
        owner: z.enum(['catalogue', 'tenant', 'topology']),
        /** The group that it belongs to, if it has one. */
        group: z.string(),
        /** False if others refer to it, but there is no such object. */
        exists: z.boolean(),
        /** How many references away: negative for what the object needs. */
        steps: z.int(),
      }),
    ),
    /** The references between these nodes, by their positions. `field` is the path of the field in the documents of `from`. */
    edges: z.array(z.object({ from: z.int(), to: z.int(), field: z.string() })),
    /** The positions of the nodes on a shortest way from the object to a report; none if no report needs it. */
    road: z.array(z.int()),
    /** Whether there are more objects within these steps than an answer has. */
    isCut: z.boolean(),
  }),
})

export type Dependencies = AnswerOf<typeof dependenciesOf>
