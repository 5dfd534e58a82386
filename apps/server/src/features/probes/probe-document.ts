import type { ListWords } from '#kit/describe-change.ts'

/** How changes of a probe read in a version's comment: it has no lists. */
export const probeWords: Readonly<Record<string, ListWords>> = {}
