export interface Decoded {
  readonly text: string
  /** The bytes are not valid Unicode: the text is the most likely guess. */
  readonly isGuess: boolean
}

const controls = /(?!\s)\p{Cc}/u

/** The text of a file's bytes; undefined if they are not text. */
export function decodeText(bytes: Uint8Array): Decoded | undefined {
  for (const encoding of encodingsOf(bytes)) {
    const text = decode(bytes, encoding)
    if (text === undefined) continue
    return controls.test(text) ? undefined : { text, isGuess: encoding === guess }
  }
  return undefined
}

/** The default encoding of western spreadsheets without UTF-8. */
const guess = 'windows-1252'

function encodingsOf([first, second]: Uint8Array): readonly string[] {
  if (first === 0xff && second === 0xfe) return ['utf-16le']
  if (first === 0xfe && second === 0xff) return ['utf-16be']
  return ['utf-8', guess]
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
