// What other features may cause metric tags to become. The caller records the changes with its own.
import type { Change } from '#kit/recorder.ts'

/** Tags that were made because a template was given them. */
export const tagsAdded = (
  made: readonly { readonly id: number; readonly name: string }[],
  template: string,
): Change[] => made.map(({ id, name }) => ({ kind: 'metrictag', id, name, after: { name, metrics: [template] } }))
