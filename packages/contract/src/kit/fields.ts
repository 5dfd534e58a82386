import './messages.ts'
import { z } from 'zod'

/** Parts of an address that mean something else there, so that an object of that name could not be reached (decision D19). */
const reservedNames = ['add', 'clone', 'history', 'compare', '.', '..']

export const isReservedName = (name: string): boolean => reservedNames.includes(name)

/**
 * Letters, digits, spaces and punctuation of any script; no line breaks, control characters, pictographs, or characters
 * that nobody sees, such as those that turn the direction of a text.
 */
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{Sm}\p{Sc}\p{Sk} ]*$/u

export const isPrintable = (text: string): boolean => printable.test(text)

const ofPrintable = 'can contain only letters, digits, spaces and punctuation'

/** For every text that is stored: no database keeps these. */
const storable = (text: z.ZodString) =>
  text
    .refine((text) => !text.includes('\0'), 'Cannot contain the character U+0000')
    .refine((text) => text.isWellFormed(), 'Cannot contain half a character')

/** What is too long is refused for that alone: no other rule looks at it. */
const atMost = (max: number) => ({ message: `Must be ${max} characters or fewer`, abort: true })

/** Text that must not be blank, at most `max` characters long. Surrounding white space is cut off. */
export const requiredText = (max = 128, required = 'Required') =>
  storable(z.string().trim().min(1, required).max(max, atMost(max)))

/** Text that may be empty, at most `max` characters long. */
export const optionalText = (max: number) => storable(z.string().max(max, atMost(max)))

/** The same without the white space around it. */
export const trimmedText = (max: number) => storable(z.string().trim().max(max, atMost(max)))

/** What another object is called: text that people see all of. */
export const objectReference = (max = 128) => requiredText(max).regex(printable, `It ${ofPrintable}`)

/** The largest number that the columns of the database hold. */
const largestId = 2_147_483_647

/** The number by which the database knows an object, or one of its versions. Existing callers send it as text. */
export const databaseId = () => {
  const id = z.int().min(1).max(largestId)
  return z.union(
    [
      id,
      z
        .string()
        .regex(/^\d{1,10}$/)
        .transform(Number)
        .pipe(id),
    ],
    {
      error: ({ input }) => (input === undefined ? 'Required' : `Must be a whole number from 1 to ${largestId}`),
    },
  )
}

/** What a copy was made of; empty, as forms send it, when it is none. */
export const clonedFrom = () => z.union([z.literal(''), databaseId()]).optional()

/** The name of an object, as people type it and as it stands in addresses. */
export const objectName = () =>
  requiredText()
    .regex(printable, `Name ${ofPrintable}`)
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
        key: optionalText(255)
          .refine((key) => key === '' || noWhiteSpace.test(key), 'Key cannot contain white spaces')
          .refine(isPrintable, `Key ${ofPrintable}`),
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
