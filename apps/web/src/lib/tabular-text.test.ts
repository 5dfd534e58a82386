import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTabularText } from './tabular-text.ts'

test('lines are rows, tabs part cells, white space around a cell is cut off', () => {
  expect(parseTabularText(' web\thttp \r\ndns\tresolve\r\n')).toEqual([
    ['web', 'http'],
    ['dns', 'resolve'],
  ])
})

test('blank lines are left out, blank cells are not', () => {
  expect(parseTabularText('\n\tping\n  \n')).toEqual([['', 'ping']])
  expect(parseTabularText('')).toEqual([])
})

test('a quoted cell may hold tabs, line breaks and quotes', () => {
  expect(parseTabularText('"a\tb"\t"say ""hi""\nthere"')).toEqual([['a\tb', 'say "hi"\nthere']])
})

test('a quote that never ends, or stands within a cell, is a character like any other', () => {
  expect(parseTabularText('"a\tb\nc\td')).toEqual([
    ['"a', 'b'],
    ['c', 'd'],
  ])
  expect(parseTabularText('5"\tx')).toEqual([['5"', 'x']])
})

const cell = fc.string().map((text) => text.trim())
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

test('whatever a spreadsheet writes is read back', () => {
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 8 })
  fc.assert(
    fc.property(table, (rows) => {
      const text = rows.map((row) => row.map(quoted).join('\t')).join('\n')
      expect(parseTabularText(text)).toEqual(rows.filter((row) => row.some((content) => content !== '')))
    }),
  )
})
