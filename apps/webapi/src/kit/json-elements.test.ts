import fc from 'fast-check'
import { expect, test } from 'vitest'
import { elementsOf } from './json-elements.ts'
import { Refusal } from './refusals.ts'

/** The parsed elements of a text that arrives in chunks of this many bytes. */
async function read(text: string, size: number): Promise<unknown[]> {
  const bytes = Buffer.from(text)
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
  }
  const found: unknown[] = []
  for await (const elements of elementsOf(chunks())) {
    for (const element of elements) found.push(JSON.parse(element))
  }
  return found
}

const sizes = fc.integer({ min: 1, max: 20 })

test('the elements are those that JSON.parse finds, wherever the chunks end', async () => {
  const blank = fc.constantFrom('', ' ', '\n\t ')
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue()), sizes, blank, async (list, size, blank) => {
      const text = `${blank}[${blank}${list.map((value) => JSON.stringify(value, null, blank)).join(`${blank},${blank}`)}]${blank}`
      expect(await read(text, size)).toEqual(JSON.parse(text))
    }),
  )
})

test('whatever JSON.parse refuses is refused, and so is everything that is not an array', async () => {
  const pieces = fc.constantFrom('[', ']', '{', '}', ',', '"', '\\', '1', ' ', ':', 'null', '"a":', '"b"', '\\"')
  const parsed = (text: string): unknown => {
    try {
      return JSON.parse(text) ?? []
    } catch {
      return undefined
    }
  }
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 12 }), sizes, async (parts, size) => {
      const text = parts.join('')
      const value = parsed(text)
      const outcome = await read(text, size).catch((error: unknown) => {
        expect(error instanceof Refusal || error instanceof SyntaxError).toBe(true)
        return undefined
      })
      expect(outcome).toEqual(Array.isArray(value) ? value : undefined)
    }),
    { numRuns: 3_000 },
  )
})

test('an element that is too large or too deep is refused before it is complete', async () => {
  await expect(read(`["a","${'x'.repeat(300_000)}`, 1_000)).rejects.toThrow('element [1] is larger than 256 kB')
  await expect(read(`[${'['.repeat(40)}${']'.repeat(40)}]`, 1_000)).rejects.toThrow('nested in more than 32 levels')
})
