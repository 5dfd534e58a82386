// Named states of lists: filters, order and columns.
import { z } from 'zod'
import { internalApi } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { defineAction, defineEndpoint, defineRead, kilobyte } from '../kit/endpoint.ts'
import { databaseId, labelName, optionalText } from '../kit/fields.ts'
import { texts } from '../kit/named-fields.ts'

const view = z.object({
  id: z.int(),
  /** `search` is what the address of the list has from the question mark on. */
  ...texts('list', 'name', 'search'),
  /** Whether all users of the tenant have it; otherwise only its owner does. */
  shared: z.boolean(),
})

export type ListView = z.output<typeof view>

const shared = { deployments: everywhere, caller: 'user' } as const

export const readListViews = defineRead({
  ...shared,
  path: `${internalApi}/listviews`,
  summary: 'The own and the shared views of lists, by name',
  answer: z.array(view),
})

export const saveListView = defineAction({
  ...shared,
  precondition: 'none',
  path: `${internalApi}/listviews`,
  summary: 'Save a view of a list, in place of the own or shared one of this name; only superusers share views',
  bodyLimit: 16 * kilobyte,
  body: z.strictObject({
    list: labelName(64),
    name: labelName(64),
    search: optionalText(4000),
    shared: z.boolean(),
    /** The name of the view that is renamed. */
    former_name: labelName(64).optional(),
  }),
  answer: view,
})

export const removeListView = defineEndpoint({
  ...shared,
  method: 'DELETE',
  precondition: 'none',
  path: `${internalApi}/listviews/:id`,
  summary: 'Remove a view of a list; only superusers remove shared ones',
  params: z.object({ id: databaseId() }),
  answer: z.object({}),
})
