import type { Field, Scalar, Value } from './field.ts'
import type { Rules } from './rules.ts'
import { keyOf, type Place, type Sides, sideOf, takenValue } from './sides.ts'

/** A missing text counts as an empty one. */
const textIn = (value: Value | undefined): string => (value === null || value === undefined ? '' : String(value))

const scalarIn = (value: Value | undefined): Scalar => (typeof value === 'object' ? null : (value ?? null))

export const textRules: Rules<'text'> = {
  diff(_, before, after) {
    const [old, now] = [textIn(before), textIn(after)]
    return old === now ? undefined : { kind: 'text', before: old, after: now }
  },
  size: () => 1,
  show: (_, value) => textIn(value),
  merge: (field, { base, mine, theirs }, place) =>
    mergeScalars(field, { base: textIn(base), mine: textIn(mine), theirs: textIn(theirs) }, place),
}

export const choiceRules: Rules<'choice'> = {
  diff(_, before, after) {
    const [old, now] = [scalarIn(before), scalarIn(after)]
    return old === now ? undefined : { kind: 'choice', before: old, after: now }
  },
  size: () => 1,
  show: ({ words }, value) => words(scalarIn(value)),
  merge: (field, { base, mine, theirs }, place) =>
    mergeScalars(field, { base: scalarIn(base), mine: scalarIn(mine), theirs: scalarIn(theirs) }, place),
}

function mergeScalars(field: Field<'text' | 'choice'>, sides: Sides<Scalar>, place: Place) {
  const side = sideOf(sides)
  if (side === 'neither') return { value: sides.base, entries: [] }
  const entry = { key: keyOf(place), labels: place.labels, side, kind: 'value', field, sides } as const
  return { value: takenValue(entry, place.choices), entries: [entry] }
}
