import type { Tone } from '#ui/Mark.tsx'

/** Tags that say how a metric stands; all others only group. */
const tones: ReadonlyMap<string, Tone> = new Map([
  ['internal', 'good'],
  ['deprecated', 'bad'],
  ['eol', 'bad'],
])

export const toneOfTag = (tag: string): Tone => tones.get(tag) ?? 'plain'
