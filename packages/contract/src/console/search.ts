import { z } from 'zod'
import { internalApi } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { type AnswerOf, defineRead, openToVisitors } from '../kit/endpoint.ts'
import { optionalText } from '../kit/fields.ts'

export const maxSearchResults = 40
export const maxSearchText = 255

/** Where the words that were searched occur in a text: from a position up to another one, in UTF-16 units. */
const marks = z.array(z.tuple([z.int(), z.int()]))

const markedText = z.object({ text: z.string(), marks })

/** The objects that the caller may list, and the hosts of today's topology, by parts of their names and descriptions. */
export const search = defineRead({
  path: `${internalApi}/search`,
  summary: 'Objects with these words in their names or descriptions, the best matches first',
  deployments: everywhere,
  userKeys: 'accepted',
  caller: 'user',
  query: z.strictObject({
    q: optionalText(maxSearchText),
    /** Whether to wait for the Web API as long as lists do; otherwise only for a moment. */
    complete: z.stringbool().optional(),
  }),
  answer: z.object({
    /** By kind, as in the activity log, or `host` or `operationsprofile`. */
    groups: z.array(
      z.object({
        kind: z.string(),
        results: z.array(
          z.object({
            /** What identifies the object in addresses. */
            key: z.string(),
            name: markedText,
            /** The part of the description with the words. */
            about: markedText,
          }),
        ),
      }),
    ),
    /** The kinds that the Web API has not answered about within a moment. */
    late: z.array(z.string()),
    /** The kinds that could not be read. */
    failed: z.array(z.string()),
  }),
})

export const publicSearch = openToVisitors(search)

export type SearchAnswer = AnswerOf<typeof search>
export type SearchGroup = SearchAnswer['groups'][number]
export type MarkedText = z.output<typeof markedText>
