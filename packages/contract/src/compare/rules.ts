import type { Data, Field, FieldKind, Fields, Item, Scalar, Value } from './field.ts'
import type { Merged, Place, Sides } from './sides.ts'

interface ChangeSpecifications {
  readonly text: { readonly before: string; readonly after: string }
  readonly choice: { readonly before: Scalar; readonly after: Scalar }
  readonly records: {
    readonly added: readonly Item[]
    readonly removed: readonly Item[]
    readonly changed: readonly ItemChange[]
    /** Moved members among the kept ones. */
    readonly moved: readonly Item[]
  }
}

/** The change of one field. It is plain data. */
export type Change<Kind extends FieldKind = FieldKind> = {
  [K in Kind]: { readonly kind: K } & ChangeSpecifications[K]
}[Kind]

/** The changes of an object: the changed fields by name. */
export interface Changes {
  readonly [name: string]: Change
}

/** A kept member in its new state, and its changes. */
export interface ItemChange {
  readonly item: Item
  readonly changes: Changes
}

/** The functions of one type of field. */
export interface Rules<Kind extends FieldKind> {
  /** The change; undefined if both are equal. */
  readonly diff: (field: Field<Kind>, before: Value | undefined, after: Value | undefined) => Change<Kind> | undefined
  /** The number of changes. */
  readonly size: (change: Change<Kind>) => number
  /** The value as one line of text. */
  readonly show: (field: Field<Kind>, value: Value | undefined) => string
  /** The result of merging both sides. */
  readonly merge: (field: Field<Kind>, sides: Sides<Value | undefined>, place: Place) => Merged<Value>
}

/** The functions for all fields of an object or of a member, which a type with nested fields needs. */
export interface DataRules {
  readonly diff: (fields: Fields, before: Data, after: Data) => Changes
  readonly size: (changes: Changes) => number
  readonly show: (fields: Fields, data: Data) => string
  readonly merge: (fields: Fields, sides: Sides<Data>, place: Place) => Merged<Data>
}
