// Changes of metric tags by other features. The caller records the changes with its own.

import type { Change } from '#kit/recording/changes.ts'
import type { Delivery } from '#kit/two-stores/deliveries.ts'
import type { Context } from '#request/context.ts'

/** Tags that were added because a template was given them. */
export const tagsAdded = (
  made: readonly { readonly id: number; readonly name: string }[],
  template: string,
): Change[] => made.map(({ id, name }) => ({ kind: 'metrictag', id, name, after: { name, metrics: [template] } }))

/** The name of the delivery of tags to the Web API. */
export const tagSync = 'metrictagsync'

/** The Web API stores the tags of all templates, and receives all of them at once. */
export const tagDelivery = ({ tenant: { id, name } }: Context): Delivery => ({
  tenant: { id, name },
  kind: tagSync,
  key: 'all',
})
