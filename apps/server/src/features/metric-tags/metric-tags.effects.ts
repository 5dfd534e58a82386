// What other features may cause metric tags to become. The caller records the changes with its own.

import type { Change } from '#kit/recording/changes.ts'
import type { Delivery } from '#kit/two-stores/deliveries.ts'
import type { Context } from '#request/context.ts'

/** Tags that were made because a template was given them. */
export const tagsAdded = (
  made: readonly { readonly id: number; readonly name: string }[],
  template: string,
): Change[] => made.map(({ id, name }) => ({ kind: 'metrictag', id, name, after: { name, metrics: [template] } }))

/** What it is called when the Web API is still to be told of tags. */
export const tagSync = 'metrictagsync'

/** The Web API has the tags of all templates, and is told all of them at once. */
export const tagDelivery = ({ tenant: { id, name } }: Context): Delivery => ({
  tenant: { id, name },
  kind: tagSync,
  key: 'all',
})
