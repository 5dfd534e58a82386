import { type MetricInstance, pairKey } from '@quatrain/contract/resources/metric-profile.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Sheet } from '#kit/imports/sheet-files.ts'
import { csvOfPairs, type PairSheetRow, readMetricCsv } from './metric-csv.ts'

const cells = (sheet: Sheet<PairSheetRow>) =>
  sheet.kind === 'rows' ? sheet.rows.map(({ number, service, metric }) => [number, service, metric]) : sheet.why
const notes = (sheet: Sheet<PairSheetRow>) => (sheet.kind === 'rows' ? sheet.notes : [])

test('a file of pairs has two columns in order', () => {
  const pairs = [
    { service: 'web', metric: 'http' },
    { service: 'DNS', metric: 'resolve, twice' },
  ]
  expect(csvOfPairs(pairs)).toBe('\uFEFFservice,metric\r\nDNS,"resolve, twice"\r\nweb,http')
})

test.each([
  ['commas', 'service,metric\r\nweb,http\r\n'],
  ['semicolons and a byte-order mark', '\uFEFFservice;metric\r\nweb;http'],
  ['tabs', 'service\tmetric\nweb\thttp\n'],
  ['a separator that is announced', 'sep=;\r\nservice;metric\r\nweb;http'],
  ['other columns, in any order', 'id,METRIC,note,Service flavour\n1,http,"a; b",web'],
  ['quotes', '"service","metric"\n"web","http"'],
  ['old line ends', 'service,metric\rweb,http\r'],
])('%s are read', (_, text) => {
  const sheet = readMetricCsv(text)
  expect(cells(sheet)).toEqual([[text.startsWith('sep') ? 3 : 2, 'web', 'http']])
})

test('unknown columns are named, and commas in their names do not separate them', () => {
  const sheet = readMetricCsv('service;metric;owner, team;since\nweb;http;a,b,c;2026\n')
  expect(cells(sheet)).toEqual([[2, 'web', 'http']])
  expect(notes(sheet)).toEqual(['Ignored columns: owner, team, since.'])
})

test.each([',', ';'])(
  'a heading with %s is found in one of the first ten rows, and what is above it is reported',
  (separator) => {
    const above = (rows: number) => Array.from({ length: rows }, (_, index) => `Export, part ${index}\n`).join('')
    const below = `service${separator}metric\nweb${separator}http`
    const sheet = readMetricCsv(above(9) + below)
    expect(cells(sheet)).toEqual([[11, 'web', 'http']])
    expect(notes(sheet)).toEqual(['The heading is row 10. What is above it was ignored.'])
    expect(cells(readMetricCsv(above(10) + below))).not.toEqual([[12, 'web', 'http']])
  },
)

test('two columns without a heading row are pairs, which is reported', () => {
  const sheet = readMetricCsv('web;http\ndns;resolve')
  expect(cells(sheet)).toEqual([
    [1, 'web', 'http'],
    [2, 'dns', 'resolve'],
  ])
  expect(notes(sheet)[0]).toMatch(/^There is no heading row/)
})

test('row numbers are those of a spreadsheet, and an incomplete row names the missing cell', () => {
  expect(cells(readMetricCsv('\nservice,metric\n\nweb\n,\n"dns\nsec", resolve \n=1+1,\n'))).toEqual([
    [4, 'web', undefined],
    [6, 'dns\nsec', 'resolve'],
    [7, '=1+1', ''],
  ])
})

test.each([
  ['', 'The file is empty.'],
  ['\uFEFF\r\n \r\n', 'The file is empty.'],
  ['service,metric\r\n', 'There is nothing below the heading row.'],
  ['service,name,url\nweb,x,y', 'There is no column metric. Its first row is: service, name, url.'],
  ['a,b,c\n1,2,3', 'There is no column service and no column metric. Its first row is: a, b, c.'],
  ['{"profile": [\n', 'There is no column service and no column metric. Its first row is: {"profile": [.'],
  ['service,metric\nweb,"http\ndns,resolve\n', 'The quotes in row 2 are not closed.'],
])('%j cannot be read, with a reason', (text, why) => {
  expect(readMetricCsv(text)).toEqual({ kind: 'unreadable', why })
})

test('an unreadable heading is reported in one sentence', () => {
  const why = cells(readMetricCsv(Array.from({ length: 30 }, () => 'x'.repeat(90)).join(',')))
  expect(String(why).length).toBeLessThan(450)
  expect(why).toMatch(/ and 22 more\.$/)
})

/** Valid texts of a profile: not blank, without outer white space. */
const name = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.constantFrom("'", "''=", '=1+1', '@x', '-', '+1', '#1', 'a;b', 'a,b', '"', 'a\nb', 'service', 'metric', 'sep=;'),
  )
  .map((text) => text.replaceAll(/\r\n?/g, '\n').trim())
  .filter((text) => text !== '')
const pairs = fc.uniqueArray(fc.record({ service: name, metric: name }), { selector: pairKey, minLength: 1 })
const keys = (given: readonly MetricInstance[]) => given.map(pairKey).sort()

test('an export is imported as the same pairs', () => {
  fc.assert(
    fc.property(pairs, (given) => {
      const sheet = readMetricCsv(csvOfPairs(given))
      expect(notes(sheet)).toEqual([])
      const read = sheet.kind === 'rows' ? sheet.rows : []
      expect(keys(read.map(({ service = '', metric = '' }) => ({ service, metric })))).toEqual(keys(given))
    }),
    { numRuns: 500 },
  )
})

test('reading any file ends with rows or with a message', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', ',', ';', '\t', '"', '\n', '\r', '=', 'service', 'metric') }),
      (text) => {
        const sheet = readMetricCsv(text)
        if (sheet.kind === 'unreadable') expect(sheet.why).toMatch(/\.$/)
        else expect(sheet.rows.length).toBeGreaterThan(0)
      },
    ),
    { numRuns: 500 },
  )
})
