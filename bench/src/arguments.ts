import { parseArgs } from 'node:util'

/** The parts that can be measured separately. */
export const partNames = [
  'reads',
  'saves',
  'catalogue',
  'roll-out',
  'tenants',
  'backup',
  'machine',
  'metrics',
  'groups',
  'people',
  'memory',
  'histories',
  'archives',
  'storage',
  'web-api',
  'topology',
  'demo',
  'screens',
] as const
export type PartName = (typeof partNames)[number]

export interface Arguments {
  /** Whether a missed budget is a failure. */
  readonly strict: boolean
  /** Whether the sections of the measured parts are written if other parts were not measured. */
  readonly write: boolean
  readonly parts: readonly PartName[]
}

/** Reads `--strict`, `--write` and any number of `--only part`. Throws for an unknown part, with the list of parts. */
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
