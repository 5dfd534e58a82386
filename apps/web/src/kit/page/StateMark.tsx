import { Mark, type Tone } from '#ui/Mark.tsx'

const tones: ReadonlyMap<string, Tone> = new Map([
  ['OK', 'good'],
  ['WARNING', 'warn'],
  ['CRITICAL', 'bad'],
  ['DOWNTIME', 'accent'],
])

/** A state of an operations profile; those with a usual name have a color. */
export const StateMark = ({ state }: { readonly state: string }) => (
  <Mark tone={tones.get(state) ?? 'plain'}>{state}</Mark>
)
