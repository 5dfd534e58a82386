import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvOf, parseCsv, withoutGuard } from './csv.ts'

const mark = '\uFEFF'

test('a file starts with a byte-order mark, lines end with CR LF, and the last line has no line break', () => {
  expect(
    csvOf([
      ['Name', 'Pairs'],
      ['CORE', 18],
    ]),
  ).toBe(`${mark}Name,Pairs\r\nCORE,18`)
})

test('texts with commas, quotes, line breaks and outer spaces are quoted', () => {
  expect(csvOf([['a,b', 'say "hi"', 'two\nlines', ' spaced ', '#1;2']])).toBe(
    `${mark}"a,b","say ""hi""","two\nlines"," spaced ",#1;2`,
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1', '=1\n+2', "'=1"])(
  '%j is no formula in a spreadsheet, and is read back',
  (text) => {
    const cell = parseCsv(csvOf([[text]]), ',').rows[0]?.[0]
    expect(cell?.startsWith("'")).toBe(true)
    expect(withoutGuard(cell ?? '')).toBe(text.replace('\r', '\n'))
  },
)

test.each([';=1+1', ',=1+1', '"=1+1', ' =1', '|@SUM(A1)', ';\t=1', '\t=1', "';=1", '";-1'])(
  '%j is no formula in a spreadsheet with another separator, and is read back',
  (text) => {
    const cell = parseCsv(csvOf([[text, 'b']]), ',').rows[0]?.[0] ?? ''
    const split = cell.split(/[,;|"\t]/)
    expect(split.filter((part) => /^\s*[=+\-@]/.test(part))).toEqual([])
    expect(withoutGuard(cell)).toBe(text)
  },
)

test('a cell that begins with an apostrophe is quoted, so that no spreadsheet strips it', () => {
  expect(csvOf([['=1', "'s"]])).toBe(`${mark}"'=1","'s"`)
})

test('a number stays a number, including negative ones', () => {
  expect(csvOf([[-5]])).toBe(`${mark}-5`)
})

test('rows keep their number after blank and multi-line rows', () => {
  expect(parseCsv(`${mark}a;b\r\n\r\n"c\r\nd";e\rf;g`, ';')).toEqual({
    rows: [['a', 'b'], [''], ['c\nd', 'e'], ['f', 'g']],
    brokenRow: undefined,
  })
})

test('unterminated quotes are reported with their row', () => {
  expect(parseCsv('a,b\nc,"d\ne,f\n', ',').brokenRow).toBe(2)
  expect(parseCsv('a,b\n"c"x,d\n', ',').brokenRow).toBe(2)
})

test('every text is read back', () => {
  const cell = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/\r\n?/g, '\n').replaceAll(mark, ''))
  const part = fc.constantFrom('=', "'", '"', ',', ';', '\n', '\t', ' ', '-1', '@', 'a')
  const odd = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''))
  const table = fc.array(fc.array(fc.oneof(cell, odd), { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(table, (rows) => {
      const parsed = parseCsv(csvOf(rows), ',').rows.map((row) => row.map(withoutGuard))
      expect(parsed).toEqual(rows)
    }),
  )
})
