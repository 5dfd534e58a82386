import { z } from 'zod'
import { internalApi } from '../kit/addresses.ts'
import { tenantOnly } from '../kit/deployment.ts'
import { type AnswerOf, defineEndpoint, defineRead, type InputOf } from '../kit/endpoint.ts'
import { optionalText } from '../kit/fields.ts'
import { cards } from '../reports/filter-places.ts'
import { topologyTypeNames } from '../reports/topology-types.ts'

/** The maximum number of values of one tag that are sent. */
export const maxTagValues = 500
/** The maximum number of values of one field that are compared with the topology. */
export const maxComparedEntities = 1_000
/** The maximum number of names that are suggested at once; a longer search finds the others. */
export const maxSuggestedNames = 60

const tagOptions = z.array(
  z.object({
    /** The name of the tag, without the prefix of extensions. */
    name: z.string(),
    values: z.array(z.string()).max(maxTagValues),
    isFlag: z.boolean(),
    isComplete: z.boolean(),
  }),
)
const cardTags = z.object({ tags: tagOptions, extensions: tagOptions })

const common = { deployments: tenantOnly, userKeys: 'accepted', caller: 'user' } as const

/** What the filters of reports can be chosen from. Names of groups and service types are searched with `reportNames`. */
export const reportOptions = defineRead({
  ...common,
  path: `${internalApi}/reportoptions`,
  summary: 'The tags in the topology of today that filters of reports can have',
  answer: z.object({
    /** Whether there are neither groups nor endpoints. Then values are not compared with the topology. */
    isEmpty: z.boolean(),
    tags: z.object({ group: cardTags, endpoint: cardTags }),
  }),
})

const values = z
  .array(optionalText(65_536))
  .max(maxComparedEntities, `At most ${maxComparedEntities} values can be compared`)
const card = z.object({ first: values, second: values })

/** The values of the fields of entities of both cards. */
const entities = { group: card, endpoint: card }

/** What is chosen narrows the names of the other fields. */
const chosenValues = { ...entities, topology_type: z.enum(topologyTypeNames) }
const searching = { ...common, method: 'POST', precondition: 'none', success: 200 } as const

export const reportNames = defineEndpoint({
  ...searching,
  path: `${internalApi}/reportoptions/names`,
  summary: 'Names in the topology of today that a filter of a report can have',
  body: z.strictObject({
    ...chosenValues,
    field: z.strictObject({ card: z.enum(cards), part: z.enum(['first', 'second']) }),
    /** A part of the names. */
    search: optionalText(255),
  }),
  answer: z.object({ names: z.array(z.string()).max(maxSuggestedNames) }),
})

export const unmatchedReportNames = defineEndpoint({
  ...searching,
  path: `${internalApi}/reportoptions/unmatched`,
  summary: 'The chosen values that neither are nor match a name in the topology of today',
  body: z.strictObject(chosenValues),
  answer: z.object(entities),
})

export type ReportOptions = AnswerOf<typeof reportOptions>
export type ChosenEntities = InputOf<typeof unmatchedReportNames>['body']
export type Entities = Pick<ChosenEntities, 'group' | 'endpoint'>
