import { excessOf, maxValuesIn } from '@quatrain/platform/http/json-bounds.ts'
import { badRequest, malformedJson } from './refusals.ts'

/** Maximum size of one element in bytes. */
const maxElement = 256 * 1024

/**
 * The elements of a JSON array as texts, in groups, while the array is being received: only the incomplete element is
 * kept in memory. `null` is an empty array. What is between the elements is checked here; the caller parses the
 * elements. Throws a refusal for any other value, and for an element that is too large or too complex to be parsed.
 */
export async function* elementsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const scanner = new ElementScanner()
  for await (const chunk of chunks) yield scanner.read(chunk)
  scanner.end()
}

/** Finds the separators of elements, which are those outside of strings and of nested values. */
class ElementScanner {
  #place: 'before' | 'inside' | 'behind' = 'before'
  /** The value in place of an array. */
  #other = ''
  #level = 0
  #inString = false
  #isEscaped = false
  #count = 0
  /** The beginning of the current element, in earlier chunks. */
  #parts: Uint8Array[] = []
  #size = 0

  /** The elements that end in this chunk. */
  read(chunk: Uint8Array): string[] {
    const elements: string[] = []
    let start = 0
    for (let position = 0; position < chunk.length; position += 1) {
      const byte = chunk[position] ?? 0
      if (this.#place !== 'inside') {
        this.#readOutside(byte)
        start = position + 1
      } else if (this.#isSeparator(byte)) {
        this.#keep(chunk.subarray(start, position))
        start = position + 1
        const element = this.#element()
        const isEnd = byte === closeBracket
        if (element !== '' || !isEnd || this.#count > 0) elements.push(checked(element))
        this.#count += 1
        if (isEnd) this.#place = 'behind'
      }
    }
    if (this.#place === 'inside') this.#keep(chunk.subarray(start))
    return elements
  }

  /** Throws unless an array or `null` was complete. */
  end(): void {
    if (this.#place !== 'behind' && this.#other !== 'null') throw malformedJson()
  }

  #readOutside(byte: number): void {
    if (blanks.has(byte)) return
    if (this.#place === 'behind' || this.#other.length >= 'null'.length) throw malformedJson()
    if (byte === openBracket && this.#other === '') this.#place = 'inside'
    else this.#other += String.fromCharCode(byte)
  }

  #isSeparator(byte: number): boolean {
    if (this.#inString) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === backslash) this.#isEscaped = true
      else if (byte === quote) this.#inString = false
      return false
    }
    if (byte === quote) this.#inString = true
    else if (byte === openBrace || byte === openBracket) this.#level += 1
    else if (this.#level === 0) return byte === comma || byte === closeBracket
    else if (byte === closeBrace || byte === closeBracket) this.#level -= 1
    return false
  }

  #keep(part: Uint8Array): void {
    this.#size += part.length
    if (this.#size > maxElement) throw badRequest(`element [${this.#count}] is larger than ${maxElement / 1024} kB`)
    if (part.length > 0) this.#parts.push(part)
  }

  #element(): string {
    const [only, ...otherParts] = this.#parts
    const bytes = otherParts.length > 0 ? Buffer.concat(this.#parts) : (only ?? new Uint8Array())
    this.#parts = []
    this.#size = 0
    return utf8.decode(bytes).trim()
  }
}

function checked(element: string): string {
  const excess = excessOf(element, maxValuesIn(maxElement))
  if (excess !== undefined) throw badRequest(excess)
  return element
}

const utf8 = new TextDecoder()
const blanks: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d])
const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]
