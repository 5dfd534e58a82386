import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const utf16 = (text: string, ...mark: number[]) =>
  new Uint8Array([...mark, ...[...text].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8])])

test('UTF-8 is read with and without a byte-order mark', () => {
  const bytes = new TextEncoder().encode('\uFEFFbjørn')
  expect(decodeText(bytes)).toEqual({ text: 'bjørn', isGuess: false })
  expect(decodeText(bytes.slice(3))).toEqual({ text: 'bjørn', isGuess: false })
})

test('UTF-16 is known by its mark', () => {
  expect(decodeText(utf16('a;é', 0xff, 0xfe))).toEqual({ text: 'a;é', isGuess: false })
})

test('what is no Unicode is taken for the usual encoding of the west, and that is said', () => {
  expect(decodeText(new Uint8Array([0x62, 0xf8, 0x80]))).toEqual({ text: 'bø€', isGuess: true })
})

test('bytes of a picture or of a workbook are no text', () => {
  expect(decodeText(new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0]))).toBeUndefined()
  expect(decodeText(utf16('no mark'))).toBeUndefined()
})
