// Changes of metric tags that other features cause. The caller records them.

import type { Delivery } from '#kit/intents/deliveries.ts'
import type { Change } from '#kit/recording/changes.ts'
import type { Context } from '#request/context/context.ts'

/** Changes for tags that were added with a template. */
export const tagsAdded = (
  addedTags: readonly { readonly id: number; readonly name: string }[],
  template: string,
): Change[] => addedTags.map(({ id, name }) => ({ kind: 'metrictag', id, name, after: { name, metrics: [template] } }))

/** The kind of the intents for tags that the Web API has not received. */
export const tagSync = 'metrictagsync'

/** One delivery sends the tags of all templates. */
export const tagDelivery = ({ tenant: { id, name } }: Context): Delivery => ({
  tenant: { id, name },
  kind: tagSync,
  key: 'all',
})
