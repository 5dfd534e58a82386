import './messages.ts'
import { z } from 'zod'

/** Segments with another meaning in addresses, so that an object with that name could not be reached (decision D19). */
const reservedNames = ['add', 'clone', 'history', 'compare', '.', '..']

/** Whether the name is a segment of addresses, so that no object can have it. */
export const isReservedName = (name: string): boolean => reservedNames.includes(name)

/**
 * Letters, digits, spaces and punctuation of any script; no line breaks, control characters, pictographs, or invisible
 * characters such as those that change the direction of text.
 */
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{Sm}\p{Sc}\p{Sk} ]*$/u

/** Whether the text has only the characters that `printable` allows in names. */
export const isPrintable = (text: string): boolean => printable.test(text)

const ofPrintable = 'can contain only letters, digits, spaces and punctuation'

/** Restricts every stored text: PostgreSQL cannot store these characters. */
const storable = (text: z.ZodString) =>
  text
    .refine((text) => !text.includes('\0'), 'Cannot contain the character U+0000')
    .refine((text) => text.isWellFormed(), 'Cannot contain half a character')

/** A too long text is refused before other rules are checked. */
const atMost = (max: number) => ({ message: `Must be ${max} characters or fewer`, abort: true })

/** Required text of at most `max` characters. Surrounding white space is removed. */
export const requiredText = (max = 128, required = 'Required') =>
  storable(z.string().trim().min(1, required).max(max, atMost(max)))

/**
 * The one form of a name that people cannot tell from others: composed characters, and one space for several. A text that is too
 * long anyway stays, because composing takes long.
 */
const tidyName = (text: string, max = 128): string =>
  text.length > 4 * max ? text : text.normalize('NFC').replace(/\p{Zs}+/gu, ' ')

/** A text that names something new; it is converted to the one form of a name before its other rules. */
export const nameText = (max = 128, required = 'Required') =>
  storable(
    z
      .string()
      .trim()
      .overwrite((text) => tidyName(text, max))
      .min(1, required)
      .max(max, atMost(max)),
  )

/** Optional text of at most `max` characters. */
export const optionalText = (max: number) => storable(z.string().max(max, atMost(max)))

/** Optional text without surrounding white space. */
export const trimmedText = (max: number) => storable(z.string().trim().max(max, atMost(max)))

/** The name of another object: visible text. Its field is in the table of references. */
export const objectReference = (max = 128, required = 'Required') =>
  requiredText(max, required).regex(printable, `It ${ofPrintable}`).register(declaredReferences, {})

const declaredReferences = z.registry<object>()

/** Whether a schema is `objectReference`. */
export const isReference = (schema: z.core.$ZodType): boolean => declaredReferences.has(schema)

/** The maximum value of the integer columns of the database. */
const largestId = 2_147_483_647

/** The id of an object or of one of its versions in the database. Existing clients send it as text. */
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

/** The id of the original of a clone; empty, as forms send it, for other objects. */
export const clonedFrom = () => z.union([z.literal(''), databaseId()]).optional()

/** The name of what no address contains, such as a key of a user: visible text of at most `max` characters. */
export const labelName = (max: number) => nameText(max).regex(printable, `Name ${ofPrintable}`)

/** The name of an object, as users type it and as addresses contain it. References to it have to be its exact text. */
export const objectName = () => labelName(128).refine((name) => !isReservedName(name), 'This name is reserved')

/** Marks every row of a list that repeats an earlier one; `of` returns the text that must be unique. */
export const uniqueRows =
  <Row>(textOf: (row: Row) => string, message: string) =>
  (rows: readonly Row[], context: z.RefinementCtx) => {
    const texts = new Set<string>()
    for (const [index, row] of rows.entries()) {
      const text = textOf(row)
      if (texts.has(text)) context.addIssue({ code: 'custom', message, path: [index] })
      texts.add(text)
    }
  }

/** A time as ISO 8601 in UTC. */
export const moment = () => z.iso.datetime()

/** One entry of a key/value list; the order of such lists is significant (decision D16). */
export const keyValue = z.object({ key: z.string(), value: z.string() })
export type KeyValue = z.output<typeof keyValue>

const noWhiteSpace = /^\S+$/

/** A name that is used in command lines and file names too: without white space. */
export const technicalName = () => objectName().regex(/^\S*$/, 'Name cannot contain white spaces')

/**
 * A submitted key/value list: a blank pair, which forms and other clients send for an empty list, is dropped (decision
 * D16). Machines read the list as an object, so its keys are unique.
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
