import type { Data, Field, FieldKind, Fields, Value } from './field.ts'
import { recordsRules } from './records.ts'
import type { Change, Changes, Rules } from './rules.ts'
import { choiceRules, textRules } from './scalars.ts'
import { type Choices, type Merged, nestedPlace, type Place, type Sides } from './sides.ts'

/** The functions of each type of field; a new type is one more line here. */
const rules: { readonly [Kind in FieldKind]: Rules<Kind> } = {
  text: textRules,
  choice: choiceRules,
  records: recordsRules({ diff, size, show, merge: mergeAt }),
}

/** The differences between two states of an object, field by field, without unchanged fields. */
export function diff(fields: Fields, before: Data, after: Data): Changes {
  const changes = Object.entries(fields).flatMap(([name, field]) => {
    const change = diffField(field, before[name], after[name])
    return change ? [[name, change] as const] : []
  })
  return Object.fromEntries(changes)
}

/** The number of changes in an object. */
export function size(changes: Changes): number {
  return Object.values(changes).reduce((sum, change) => sum + sizeOf(change), 0)
}

/** The number of changes in one field. */
const sizeOf = <Kind extends FieldKind>(change: Change<Kind>): number => rules[change.kind].size(change)

/** An object as one line of text: its fields with labels; only the value of a single field. */
export function show(fields: Fields, data: Data): string {
  const labelledTexts = Object.entries(fields).map(([name, field]) => ({
    label: field.label,
    text: showField(field, data[name]),
  }))
  if (labelledTexts.length === 1) return labelledTexts.map(({ text }) => text).join()
  return labelledTexts.flatMap(({ label, text }) => (text === '' ? [] : [`${label} ${text}`])).join(', ')
}

/** A value as one line of text. */
export const showField = <Kind extends FieldKind>(field: Field<Kind>, value: Value | undefined): string =>
  rules[field.kind].show(field, value)

/**
 * The result of merging the changes of two users to one state of an object, and all entries that either of them
 * changed. If both changed something differently, the entry is a conflict, and mine is taken unless something else was
 * chosen. Undoing a change that others built on is a merge too: of the state before it into theirs, with the state
 * after it as the base.
 */
export function merge(fields: Fields, sides: Sides<Data>, choices: Choices = new Map()): Merged<Data> {
  return mergeAt(fields, sides, { path: [], labels: [], choices })
}

function mergeAt(fields: Fields, { base, mine, theirs }: Sides<Data>, place: Place): Merged<Data> {
  // The only field of a member needs no label.
  const isOnly = place.path.length > 0 && Object.keys(fields).length === 1
  const merged = Object.entries(fields).map(([name, field]) => {
    const sides = { base: base[name], mine: mine[name], theirs: theirs[name] }
    return [name, mergeField(field, sides, nestedPlace(place, name, isOnly ? undefined : field.label))] as const
  })
  return {
    value: { ...theirs, ...Object.fromEntries(merged.map(([name, { value }]) => [name, value])) },
    entries: merged.flatMap(([, { entries }]) => entries),
  }
}

function diffField<Kind extends FieldKind>(field: Field<Kind>, before: Value | undefined, after: Value | undefined) {
  return rules[field.kind].diff(field, before, after)
}

function mergeField<Kind extends FieldKind>(field: Field<Kind>, sides: Sides<Value | undefined>, place: Place) {
  return rules[field.kind].merge(field, sides, place)
}
