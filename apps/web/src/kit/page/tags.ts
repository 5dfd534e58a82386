import type { Tone } from '#ui/Mark.tsx'

/** Tags that describe the state of a metric; others only group. */
const telling: ReadonlyMap<string, Tone> = new Map([
  ['internal', 'good'],
  ['deprecated', 'bad'],
  ['eol', 'bad'],
])

export const toneOfTag = (tag: string): Tone => telling.get(tag) ?? 'plain'

/** Those first, because there may be no room for all. */
export const tagsInOrder = (tags: readonly string[]): readonly string[] =>
  tags.toSorted((a, b) => Number(telling.has(b)) - Number(telling.has(a)))
