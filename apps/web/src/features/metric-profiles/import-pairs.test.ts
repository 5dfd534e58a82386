import { type MetricInstance, pairKey } from '@quatrain/contract/resources/metric-profile.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importPairsInto, planPairImport, withoutPairImport } from './import-pairs.ts'
import { type PairSheetRow, readMetricCsv } from './metric-csv.ts'
import { pairRules } from './metric-profile-form.ts'
import { type PairRow, pairRows, pairsOfRows } from './pair-rows.ts'

const stored = pairRows.fromStored([
  { service: 'dns', metric: 'resolve' },
  { service: 'web', metric: 'http' },
])
const known = { service: undefined, metric: new Set(['http', 'ping', 'resolve']) }
const rules = pairRules(known, stored)

function sheetOf(text: string): readonly PairSheetRow[] {
  const sheet = readMetricCsv(text)
  if (sheet.kind === 'unreadable') throw new Error(sheet.why)
  return sheet.rows
}

const texts = (rows: readonly MetricInstance[]) => rows.map(({ service, metric }) => `${service} ${metric}`.trim())

test('every row of a file is added, a duplicate, or rejected with its number and the reason', () => {
  const sheet = sheetOf('service,metric\nweb,http\nweb,ping\nweb,telepathy\nweb\n,ping\nweb,ping\nmail,ping\n')
  const plan = planPairImport(sheet, [...stored, pairRows.newRow()], rules)
  expect(texts(plan.added)).toEqual(['web ping', 'mail ping'])
  expect(texts(plan.missingItems)).toEqual(['dns resolve'])
  expect(plan.keptCount).toBe(1)
  expect(plan.rejected.map(({ number, reason }) => `${number}: ${reason}`)).toEqual([
    '4: Metric: Must be one of predefined metrics',
    '5: Metric: the row ends before this column',
    '6: Service flavour: Required',
    '7: Duplicated: it is in row 3',
  ])
})

test('a formula is a text that is not a metric', () => {
  const [rejected] = planPairImport(sheetOf('service,metric\nweb,"=cmd|\'/c calc\'!A1"'), stored, rules).rejected
  expect(rejected?.reason).toBe('Metric: Must be one of predefined metrics')
})

test('an unknown service type is rejected', () => {
  const rules = pairRules({ ...known, service: new Set(['web']) }, stored)
  const plan = planPairImport(sheetOf('service,metric\nweb,ping\ndns,ping\nfax,ping'), stored, rules)
  expect(texts(plan.added)).toEqual(['web ping', 'dns ping'])
  expect(plan.rejected.map(({ reason }) => reason)).toEqual([
    'Service flavour: Must be one of predefined service types',
  ])
})

test('while the metrics are unknown, the server decides', () => {
  const nothing = { service: undefined, metric: undefined }
  const { added } = planPairImport(sheetOf('service,metric\nweb,telepathy'), stored, pairRules(nothing, stored))
  expect(texts(added)).toEqual(['web telepathy'])
})

test('a list is replaced, or merged with the missing pairs', () => {
  const plan = planPairImport(sheetOf('service,metric\nweb,http\nmail,ping'), stored, rules)
  expect(texts(importPairsInto(stored, stored, plan, 'replace'))).toEqual(['mail ping', 'web http'])
  expect(texts(importPairsInto(stored, stored, plan, 'merge'))).toEqual(['dns resolve', 'mail ping', 'web http'])
})

test('a stored pair that was removed and imported again is no change', () => {
  const [, web] = stored
  const plan = planPairImport(sheetOf('service,metric\ndns,resolve\nweb,http'), [pairRows.newRow()], rules)
  const rows = importPairsInto([pairRows.newRow()], stored, plan, 'replace')
  expect(rows.map((row) => pairRows.stateOf(row, pairRows.byId(stored)))).toEqual(['stored', 'stored'])
  expect(rows[1]).toEqual(web)
})

test('an import that is undone at once restores the same rows', () => {
  const before = [...stored, pairRows.newRow(), pairRows.newRow({ service: 'half', metric: '' })]
  const plan = planPairImport(sheetOf('service,metric\nmail,ping'), before, rules)
  const after = importPairsInto(before, stored, plan, 'replace')
  expect(withoutPairImport({ before, after }, [...after])).toBe(before)
})

test('input after an import is kept when the import is undone', () => {
  const plan = planPairImport(sheetOf('service,metric\nmail,ping\nweb,http'), stored, rules)
  const after = importPairsInto(stored, stored, plan, 'replace')
  const now = after
    .map((row) => (row.service === 'web' ? pairRows.rowWith(row.id, { service: 'web', metric: 'ping' }) : row))
    .concat(pairRows.newRow({ service: 'ftp', metric: 'ping' }))
  expect(texts(withoutPairImport({ before: stored, after }, now))).toEqual(['dns resolve', 'ftp ping', 'web ping'])
})

const part = fc.constantFrom('', 'a', 'b', 'c', 'http', 'ping')
const pair = fc.record({ service: part, metric: part })
const rowsFrom = (given: readonly MetricInstance[]) =>
  given.map(({ service, metric }) => pairRows.newRow({ service, metric }))
const isUnique = (values: readonly string[]) => new Set(values).size === values.length
const pairSet = (rows: readonly PairRow[]) => pairsOfRows(rows).map(pairKey).sort()

/** Stored rows in a form: some removed, some changed, some added. */
const form = fc
  .record({ kept: fc.subarray([...stored]), change: fc.option(pair), typed: fc.array(pair, { maxLength: 4 }) })
  .map(({ kept, change, typed }) => {
    const [first, ...rest] = kept
    const changed = first && change ? [pairRows.rowWith(first.id, change), ...rest] : kept
    return [...changed, ...rowsFrom(typed)]
  })

test('a replaced list equals the file; a merged one contains both; ids are unique', () => {
  fc.assert(
    fc.property(form, fc.array(pair, { minLength: 1, maxLength: 6 }), (rows, given) => {
      const sheet = given.map((pair, index) => ({ number: index + 2, ...pair }))
      const plan = planPairImport(sheet, rows, rules)
      expect(plan.added.length + plan.keptCount + plan.rejected.length).toBe(sheet.length)
      const accepted = sheet.filter(({ number }) => !plan.rejected.some((other) => other.number === number))
      const replaced = importPairsInto(rows, stored, plan, 'replace')
      expect(pairSet(replaced)).toEqual(accepted.map(pairKey).sort())
      const merged = importPairsInto(rows, stored, plan, 'merge')
      expect(new Set(pairSet(merged))).toEqual(new Set([...pairSet(rows), ...accepted.map(pairKey)]))
      for (const row of rows) if (!pairRows.isBlank(row)) expect(merged).toContain(row)
      for (const result of [replaced, merged]) {
        expect(isUnique(result.map(({ id }) => id))).toBe(true)
        expect(result.length).toBeGreaterThan(0)
      }
    }),
  )
})

test('undoing an import reverts only the import', () => {
  fc.assert(
    fc.property(
      form,
      fc.array(pair, { maxLength: 6 }),
      fc.array(pair, { maxLength: 3 }),
      fc.nat(9),
      (rows, file, typed, gone) => {
        const plan = planPairImport(
          file.map((pair, index) => ({ number: index + 2, ...pair })),
          rows,
          rules,
        )
        const after = importPairsInto(rows, stored, plan, 'replace')
        const now = [...after.filter((_, at) => at !== gone), ...rowsFrom(typed)]
        const back = withoutPairImport({ before: rows, after }, now)
        if (now.length === after.length && typed.length === 0) {
          expect(back).toBe(rows)
          return
        }
        expect(isUnique(back.map(({ id }) => id))).toBe(true)
        const expected = new Set(pairSet(back))
        for (const key of pairSet(rowsFrom(typed))) {
          if (!pairSet(after).includes(key)) expect(expected).toContain(key)
        }
        for (const { service, metric } of plan.added) {
          const wasTyped = pairSet(rowsFrom(typed)).includes(pairKey({ service, metric }))
          if (!wasTyped) expect(expected).not.toContain(pairKey({ service, metric }))
        }
      },
    ),
  )
})
