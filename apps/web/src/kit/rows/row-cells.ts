import { z } from 'zod'

type CellKind = 'text' | 'lines' | 'number' | 'choice' | 'given' | 'hidden' | 'rows'

/** One column of a table of rows: the type of its values, and how they are sent, parsed and shown. */
export interface Cell<Value> {
  readonly kind: CellKind
  readonly header: string
  /** As screen readers hear it, with the number of the row. */
  readonly label: string
  readonly width?: string | undefined
  /** Of a choice: the option that stands for no value. */
  readonly placeholder?: string | undefined
  readonly blank: Value
  /** Of a value in a draft. */
  readonly schema: z.ZodType<Value>
  readonly isBlank: (value: Value) => boolean
  readonly toText: (value: Value) => string
  /** The value of a typed or pasted text. */
  readonly fromText: (text: string) => Value
  /** The value as it is sent. */
  readonly clean: (value: Value) => Value
  /** Whether a pasted text is the heading of this column. */
  readonly isHeading: (text: string) => boolean
  /** For a cell with rows of its own. */
  readonly nested?: NestedRows<Value>
}

/** The functions of a cell that contains a list of rows. */
export interface NestedRows<Value> {
  /** Converts a list to rows. They keep the ids of the earlier rows of the same identity. */
  readonly toRows: (list: Value | undefined, earlier: Value | undefined) => Value
  readonly isSame: (value: Value, otherValue: Value) => boolean
  /** The path in the rows for a path in the list that is sent. */
  readonly pathOfSent: (rows: Value, path: readonly string[]) => readonly string[]
}

/** The cells of a row, by the names of its values. */
export type Cells<Values> = { readonly [Name in keyof Values]: Cell<Values[Name]> }

interface Options {
  /** Its accessible name, if it differs from the heading. */
  readonly label?: string
  readonly width?: string
  /** Spaces at both ends belong to the value. */
  readonly keepsSpaces?: boolean
  /** Other headings of the column in spreadsheets. */
  readonly alsoCalled?: RegExp
  /** A row with nothing else filled in is blank. */
  readonly isSecondary?: boolean
  /** The option of a choice that stands for no value, if a value is required. By default `None`. */
  readonly placeholder?: string
}

const stringCell = (kind: CellKind, header: string, options: Options = {}): Omit<Cell<string>, 'nested'> => ({
  kind,
  header,
  label: options.label ?? header,
  width: options.width,
  placeholder: options.placeholder,
  blank: '',
  schema: z.string(),
  isBlank: options.isSecondary ? () => true : (text) => text.trim() === '',
  toText: (text) => text,
  fromText: (text) => text,
  clean: options.keepsSpaces ? (text) => text : (text) => text.trim(),
  isHeading: (text) => text.toLowerCase() === header.toLowerCase() || options.alsoCalled?.test(text) === true,
})

/** Any text, optionally with suggestions. */
export const textCell = (header: string, options?: Options): Cell<string> => stringCell('text', header, options)

/** A text that may have several lines; spaces at both ends belong to it. */
export const linesCell = (header: string, options?: Omit<Options, 'keepsSpaces'>): Cell<string> =>
  stringCell('lines', header, { ...options, keepsSpaces: true })

/** The text of a number; the rules of the form validate it. */
export const numberCell = (header: string, options?: Options): Cell<string> => stringCell('number', header, options)

/** One of the values that are suggested, or none. */
export const choiceCell = (header: string, options?: Options): Cell<string> => stringCell('choice', header, options)

/** A text that names the row and cannot be edited. */
export const givenCell = (header: string, options?: Options): Cell<string> => stringCell('given', header, options)

/** Data of a row that is neither shown, typed nor compared. */
export const hiddenCell = <Value>(schema: z.ZodType<Value>, blank: Value): Cell<Value> => ({
  kind: 'hidden',
  header: '',
  label: '',
  blank,
  schema,
  isBlank: () => true,
  toText: () => '',
  fromText: () => blank,
  clean: (value) => value,
  isHeading: () => false,
})
