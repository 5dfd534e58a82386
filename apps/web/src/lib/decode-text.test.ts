import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const utf16 = (text: string, ...mark: number[]) =>
  new Uint8Array([...mark, ...[...text].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8])])

test('UTF-8 is read with and without a byte-order mark', () => {
  const bytes = new TextEncoder().encode('\uFEFFbjørn')
  expect(decodeText(bytes)).toEqual({ text: 'bjørn', isGuess: false })
  expect(decodeText(bytes.slice(3))).toEqual({ text: 'bjørn', isGuess: false })
})

test('UTF-16 is detected by its byte-order mark', () => {
  expect(decodeText(utf16('a;é', 0xff, 0xfe))).toEqual({ text: 'a;é', isGuess: false })
})

test('other bytes are read as Windows-1252, which is reported', () => {
  expect(decodeText(new Uint8Array([0x62, 0xf8, 0x80]))).toEqual({ text: 'bø€', isGuess: true })
})

test('bytes of an image or of a workbook are not text', () => {
  expect(decodeText(new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0]))).toBeUndefined()
  expect(decodeText(utf16('no mark'))).toBeUndefined()
})
