import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTabularText } from './tabular-text.ts'

test('lines are rows, tabs separate cells, surrounding white space is trimmed', () => {
  expect(parseTabularText(' web\thttp \r\ndns\tresolve\r\n')).toEqual([
    ['web', 'http'],
    ['dns', 'resolve'],
  ])
})

test('blank lines are skipped, blank cells are not', () => {
  expect(parseTabularText('\n\tping\n  \n')).toEqual([['', 'ping']])
  expect(parseTabularText('')).toEqual([])
})

test('a quoted cell may contain tabs, line breaks and quotes', () => {
  expect(parseTabularText('"a\tb"\t"say ""hi""\nthere"')).toEqual([['a\tb', 'say "hi"\nthere']])
})

test('an unterminated or inner quote is an ordinary character', () => {
  expect(parseTabularText('"a\tb\nc\td')).toEqual([
    ['"a', 'b'],
    ['c', 'd'],
  ])
  expect(parseTabularText('5"\tx')).toEqual([['5"', 'x']])
})

const cell = fc.string().map((text) => text.trim())
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

test('every spreadsheet cell is read back', () => {
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 8 })
  fc.assert(
    fc.property(table, (rows) => {
      const text = rows.map((row) => row.map(quoted).join('\t')).join('\n')
      expect(parseTabularText(text)).toEqual(rows.filter((row) => row.some((content) => content !== '')))
    }),
  )
})
