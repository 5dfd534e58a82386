import './messages.ts'
import { z } from 'zod'

/** Parts of an address that mean something else there, so that an object of that name could not be reached (decision D19). */
const reservedNames = ['add', 'clone', 'history', 'compare', '.', '..']

export const isReservedName = (name: string): boolean => reservedNames.includes(name)

/** Letters, digits, spaces and punctuation of any script; no line breaks, control characters or pictographs. */
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{Sm}\p{Sc}\p{Sk} ]*$/u

/** For every text that is stored: no database keeps these. */
export const storable = (text: z.ZodString) =>
  text
    .refine((text) => !text.includes('\0'), 'Cannot contain the character U+0000')
    .refine((text) => text.isWellFormed(), 'Cannot contain half a character')

/** Text that must not be blank, at most `max` characters long. Surrounding white space is cut off. */
export const requiredText = (max = 128, required = 'Required') =>
  storable(z.string().trim().min(1, required).max(max, `Must be ${max} characters or fewer`))

/** Text that may be empty, at most `max` characters long. */
export const optionalText = (max: number) => storable(z.string().max(max, `Must be ${max} characters or fewer`))

/** The name of an object, as people type it and as it stands in addresses. */
export const objectName = () =>
  requiredText()
    .regex(printable, 'Name can contain only letters, digits, spaces and punctuation')
    .refine((name) => !isReservedName(name), 'This name is reserved')

/** Marks every row of a list that repeats an earlier one; `of` gives the text that must not repeat. */
export const uniqueRows =
  <Row>(of: (row: Row) => string, message: string) =>
  (rows: readonly Row[], context: z.RefinementCtx) => {
    const seen = new Set<string>()
    for (const [index, row] of rows.entries()) {
      const text = of(row)
      if (seen.has(text)) context.addIssue({ code: 'custom', message, path: [index] })
      seen.add(text)
    }
  }

/** A moment, as ISO 8601 in UTC. */
export const moment = () => z.iso.datetime()

/** One entry of a key/value list; the order of such lists is significant (decision D16). */
export const keyValue = z.object({ key: z.string(), value: z.string() })
export type KeyValue = z.output<typeof keyValue>

const noWhiteSpace = /^\S+$/

/** A name that stands in command lines and file names as well: without white space. */
export const technicalName = () => objectName().regex(/^\S*$/, 'Name cannot contain white spaces')

/**
 * A key/value list as it is sent: a blank pair stands for none and is dropped, as forms and other callers send one
 * (decision D16). Machines read it as an object, so that a key can be there once only.
 */
export const keyValueList = () =>
  z
    .array(
      z.strictObject({
        key: optionalText(255).refine((key) => key === '' || noWhiteSpace.test(key), 'Key cannot contain white spaces'),
        value: optionalText(1024),
      }),
    )
    .max(200, 'Must be 200 entries or fewer')
    .transform((pairs) => pairs.filter(({ key, value }) => key !== '' || value.trim() !== ''))
    .superRefine((pairs, context) => {
      for (const [index, { key }] of pairs.entries()) {
        if (key === '') context.addIssue({ code: 'custom', message: 'Required', path: [index, 'key'] })
      }
    })
    .superRefine(uniqueRows(({ key }) => key, 'Duplicated'))
