import type { Data, Field, FieldKind, Fields, Item, Scalar, Value } from './field.ts'
import type { Merged, Place, Sides } from './sides.ts'

interface ChangeSpecifications {
  readonly text: { readonly before: string; readonly after: string }
  readonly choice: { readonly before: Scalar; readonly after: Scalar }
  readonly records: {
    readonly added: readonly Item[]
    readonly removed: readonly Item[]
    readonly changed: readonly ItemChange[]
    /** Members that stand elsewhere among those that stayed. */
    readonly moved: readonly Item[]
    /** The order afterwards, by identity, where it has a meaning and does not follow from the rest. */
    readonly order?: readonly string[]
  }
}

/** What became of one field. It is plain data: it can be stored, sent and applied. */
export type Change<Kind extends FieldKind = FieldKind> = {
  [K in Kind]: { readonly kind: K } & ChangeSpecifications[K]
}[Kind]

/** What became of an object: the fields that differ, by name. */
export interface Changes {
  readonly [name: string]: Change
}

/** A member that stayed, as it is afterwards, and what changed in it. */
export interface ItemChange {
  readonly item: Item
  readonly changes: Changes
}

/** What can be done with one kind of field. */
export interface Rules<Kind extends FieldKind> {
  /** What changed; nothing where both are alike. */
  readonly diff: (field: Field<Kind>, before: Value | undefined, after: Value | undefined) => Change<Kind> | undefined
  /** The value with the change made to it. */
  readonly apply: (field: Field<Kind>, change: Change<Kind>, value: Value | undefined) => Value
  /** How many changes a person would count. */
  readonly size: (change: Change<Kind>) => number
  /** The value in words, on one line. */
  readonly show: (field: Field<Kind>, value: Value | undefined) => string
  /** What both sides together make of it. */
  readonly merge: (field: Field<Kind>, sides: Sides<Value | undefined>, place: Place) => Merged<Value>
}

/** The same for all fields of an object or of a member: what a kind of field needs that holds fields itself. */
export interface DataRules {
  readonly diff: (fields: Fields, before: Data, after: Data) => Changes
  readonly apply: (fields: Fields, changes: Changes, data: Data) => Data
  readonly size: (changes: Changes) => number
  readonly show: (fields: Fields, data: Data) => string
  readonly merge: (fields: Fields, sides: Sides<Data>, place: Place) => Merged<Data>
}
