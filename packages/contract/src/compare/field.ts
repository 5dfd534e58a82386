/** A value that is compared as a whole. */
export type Scalar = string | number | boolean | null

/** An object, or a member of a list, as plain data. */
export interface Data {
  readonly [name: string]: Value | undefined
}

/** A member of a list: a text, or fields by their names. */
export type Item = string | Data

export type Value = Scalar | readonly Item[]

const isItem = (value: unknown): value is Item => typeof value === 'string' || isData(value)

const isValue = (value: unknown): value is Value =>
  Array.isArray(value) ? value.every(isItem) : value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** Whether it can be compared: an object of texts, numbers, flags and lists, as documents are. */
export const isData = (value: unknown): value is Data =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((inner) => inner === undefined || isValue(inner))

/** A change of a text that has parts, in words: `Warning from 85 to 80`. */
type ChangeInWords = (before: string, after: string) => readonly string[]

interface Specifications {
  /** Text that users type. */
  readonly text: { readonly label: string; readonly inWords?: ChangeInWords }
  /** One of a few values; `words` says how each is shown. */
  readonly choice: { readonly label: string; readonly words: (value: Scalar) => string }
  /** A list whose members have an identity, and fields that can change. */
  readonly records: {
    readonly label: string
    /** The labels of the fields of the identity. */
    readonly columns: readonly string[]
    /** The fields of the identity of a member. */
    readonly cellsOf: (item: Item) => readonly string[]
    readonly fields: Fields
    /** The fields of a member that its identity does not already show. */
    readonly fieldsOf: (item: Item) => Fields
    /** Whether the order of the members is significant. */
    readonly isOrdered: boolean
  }
}

export type FieldKind = keyof Specifications

/** How one field of an object is compared. */
export type Field<Kind extends FieldKind = FieldKind> = {
  [K in Kind]: { readonly kind: K } & Specifications[K]
}[Kind]

/** How an object is compared: field by field, in the order of the screens. */
export interface Fields {
  readonly [name: string]: Field
}

/** A text, compared as a whole. */
export const text = (label: string, inWords?: ChangeInWords): Field<'text'> => ({
  kind: 'text',
  label,
  ...(inWords && { inWords }),
})

/** One of a few values, such as a type or a flag. Without `words`, values are shown unchanged. */
export const choice = (label: string, words: (value: Scalar) => string = scalarText): Field<'choice'> => ({
  kind: 'choice',
  label,
  words,
})

/** A flag, shown by one of two words. */
export const flag = (label: string, on = 'yes', off = 'no'): Field<'choice'> =>
  choice(label, (value) => (value === null ? '' : value ? on : off))

/** A list of unique texts, whose order is insignificant. */
export const list = (label: string, column: string): Field<'records'> => ({
  kind: 'records',
  label,
  columns: [column],
  cellsOf: (item) => [String(item)],
  fields: {},
  fieldsOf: () => ({}),
  isOrdered: false,
})

interface RecordsOptions {
  /** The fields of the identity, with their labels. */
  readonly identity: Readonly<Record<string, string>>
  /** The fields of a member that can change. */
  readonly fields?: Fields
  /** Whether the order of the members is significant. */
  readonly isOrdered?: boolean
}

/** A list of members with an identity. Members can contain lists of members. */
export function records(label: string, { identity, fields = {}, isOrdered = false }: RecordsOptions): Field<'records'> {
  const names = Object.keys(identity)
  const cellsOf = (item: Item) =>
    typeof item === 'string' ? [item] : names.map((name) => scalarText(item[name] ?? null))
  return {
    kind: 'records',
    label,
    columns: Object.values(identity),
    cellsOf,
    fields,
    fieldsOf: () => fields,
    isOrdered,
  }
}

/** Keys with their values, in an order that has a meaning. */
export const pairs = (label: string): Field<'records'> =>
  records(label, { identity: { key: 'Key' }, fields: { value: text('Value') }, isOrdered: true })

function scalarText(value: Value): string {
  return value === null ? '' : String(value)
}
