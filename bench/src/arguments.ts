import { parseArgs } from 'node:util'

/** What can be measured by itself. */
export const partNames = [
  'reads',
  'saves',
  'catalogue',
  'roll-out',
  'machine',
  'metrics',
  'memory',
  'histories',
  'web-api',
  'demo',
  'screens',
] as const
export type PartName = (typeof partNames)[number]

export interface Arguments {
  /** Is a missed budget a failure? */
  readonly strict: boolean
  /** Are the sections of the measured parts written, although others were not measured? */
  readonly write: boolean
  readonly parts: readonly PartName[]
}

/** Reads `--strict`, `--write` and any number of `--only part`. Throws with the parts there are for one that is not among them. */
export function readArguments(words: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...words],
    options: {
      strict: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
    },
  })
  const { strict, write, only = partNames } = values
  return { strict, write, parts: only.map(partNamed) }
}

function partNamed(name: string): PartName {
  const part = partNames.find((part) => part === name)
  if (!part) throw new Error(`There is no part ${name}: ${partNames.join(', ')}.`)
  return part
}
