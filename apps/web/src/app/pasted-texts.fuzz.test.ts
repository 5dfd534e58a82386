import { describe, expect, test } from 'vitest'
import { portRows } from '#features/default-ports/default-ports-form.ts'
import { readOverrideJson } from '#features/metric-overrides/override-json.ts'
import { type OverrideRow, overrideRows } from '#features/metric-overrides/override-rows.ts'
import { withLists } from '#features/metric-overrides/use-override-import.ts'
import { readMetricCsv } from '#features/metric-profiles/metric-csv.ts'
import { pairRows } from '#features/metric-profiles/pair-rows.ts'
import { readNameCsv } from '#features/metric-tags/name-csv.ts'
import { keyValueRows } from '#kit/rows/key-value-rows.ts'
import { pasteRows } from '#kit/rows/row-edits.ts'
import { csvOf, parseCsv } from '#lib/csv.ts'
import { parseTabularText } from '#lib/tabular-text.ts'

/** The functions that parse pasted or imported text. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'a file of pairs': readMetricCsv,
  'a file of names': readNameCsv,
  'pasted pairs': (text) => pasteRows(pairRows, [pairRows.newRow()], 0, 'service', parseCsv(text, '\t').rows),
  'pasted keys': (text) => pasteRows(keyValueRows, [keyValueRows.newRow()], 0, 'key', parseCsv(text, '\t').rows),
  'pasted cells': parseTabularText,
  'a file of overrides': readOverrideJson,
  'a cell that is written': (text) => csvOf([[text]]),
}

const parts = [
  'a',
  ' ',
  ',',
  ';',
  '\t',
  '\n',
  '\r',
  '"',
  '""',
  '"a',
  'a"',
  '"\n',
  '",',
  '"\t',
  '",\n',
  "'",
  '=',
  '\ufeff',
]
const frames = ['', 'service,metric\n', 'service\tmetric\n', 'name\n', '"', "'"]

const small = 4_000

/** CPU time of this thread in milliseconds, without other load. */
function timeOf(work: () => unknown): number {
  const start = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}

/** The minimum of three runs, without one-time work. */
const costOf = (work: () => unknown) => Math.min(...Array.from({ length: 3 }, () => timeOf(work)))

const hosts = overrideRows('host_attributes')
const overridesOf = (count: number, host: string): OverrideRow[] =>
  Array.from({ length: count }, (_, at) => hosts.newRow({ hostname: host, attribute: `a${at}`, value: 'v' }))
const valuesOf = (count: number) => ({
  id: 1,
  name: 'sets',
  global_attributes: [],
  host_attributes: [...overridesOf(count, 'same.test'), ...overridesOf(count, 'old.test')],
  metric_parameters: [],
})
const tabular = (count: number) =>
  parseTabularText(Array.from({ length: count }, (_, at) => `p${at}\t${at}`).join('\n'))

/** Functions that merge this number of rows into the same number of existing rows. */
const importers: Readonly<Record<string, (rows: number) => unknown>> = {
  'a file of overrides': (rows) => {
    const host_attributes = [...overridesOf(rows, 'same.test'), ...overridesOf(rows, 'new.test')]
    const read = readOverrideJson(JSON.stringify({ host_attributes }))
    if (read.kind !== 'content') throw new Error(read.problems.join(' '))
    return withLists(valuesOf(rows), read.content)
  },
  'pasted overrides': (rows) => pasteRows(hosts, overridesOf(rows, 'a.test'), rows - 1, 'attribute', tabular(rows)),
  'pasted ports': (rows) =>
    pasteRows(
      portRows,
      Array.from({ length: rows }, () => portRows.newRow({ name: 'p', value: '1' })),
      rows - 1,
      'name',
      tabular(rows),
    ),
}

/** Below this many milliseconds a ratio is meaningless: the clock of a thread may be coarse. */
const negligible = 30

/**
 * The time for an eightfold input, divided by that for eight inputs: one if the work is linear, eight if it is
 * quadratic.
 */
function expectLinear(work: (size: number) => unknown, size: number, what: string) {
  const large = () => work(8 * size)
  if (timeOf(large) < negligible) return
  const once = costOf(large)
  const often = costOf(() => {
    for (let time = 0; time < 8; time += 1) work(size)
  })
  expect(once / often, what).toBeLessThan(3)
}

describe.each(Object.entries(readers))('%s', (_, read) => {
  test.each(parts)('takes linear time for %j repeated', { timeout: 60_000 }, (part) => {
    for (const frame of frames) {
      const text = (length: number) => frame + part.repeat(length / part.length)
      expectLinear((length) => read(text(length)), small, JSON.stringify(frame))
    }
  })
})

test.each(Object.entries(importers))('%s takes linear time in the number of rows', (name, take) => {
  expectLinear(take, 250, name)
})
