/** Tags that describe the state of a metric; others only group. */
const tones: ReadonlyMap<string, 'good' | 'bad'> = new Map([
  ['internal', 'good'],
  ['deprecated', 'bad'],
  ['eol', 'bad'],
])

/** The color in which a tag of metrics and templates is shown. */
export const toneOfTag = (tag: string): 'good' | 'bad' | 'plain' => tones.get(tag) ?? 'plain'

/** Tags with a color first, because there may be no room for all. */
export const tagsInOrder = (tags: readonly string[]): readonly string[] =>
  tags.toSorted((a, b) => Number(tones.has(b)) - Number(tones.has(a)))
