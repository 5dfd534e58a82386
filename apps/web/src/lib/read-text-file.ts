import { decodeText } from './decode-text.ts'

/** The content of a file that a user has chosen. */
export type TextFile =
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'text'; readonly text: string; readonly notes: readonly string[] }

const unreadable = (why: string): TextFile => ({ kind: 'unreadable', why })

const guessed =
  'The file is not in UTF-8 and was read as Windows-1252. Check letters with accents, or save it as UTF-8.'

const notText = {
  CSV: 'The file is not a text file, so it cannot be CSV. Save a workbook as CSV first.',
  JSON: 'The file is not a text file, so it cannot be JSON.',
  XML: 'The file is not a text file, so it cannot be XML.',
} as const

interface Expected {
  readonly format: keyof typeof notText
  /** The maximum size of such a file. */
  readonly description: string
  readonly maxBytes: number
}

/** Reads a file that should contain text. */
export async function readTextFile(file: File, { format, description, maxBytes }: Expected): Promise<TextFile> {
  if (file.size > maxBytes) return unreadable(`The file exceeds the maximum size of ${description}.`)
  let bytes: Uint8Array
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    return unreadable('The browser could not read the file. It may have been moved or changed.')
  }
  const decoded = decodeText(bytes)
  if (!decoded) return unreadable(notText[format])
  return { kind: 'text', text: decoded.text, notes: decoded.isGuess ? [guessed] : [] }
}
