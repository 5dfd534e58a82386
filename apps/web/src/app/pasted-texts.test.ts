import { describe, expect, test } from 'vitest'
import { newRow } from '#features/metric-profiles/instance-rows.ts'
import { readMetricCsv } from '#features/metric-profiles/metric-csv.ts'
import { pasteInto } from '#features/metric-profiles/paste-rows.ts'
import { readNameCsv } from '#features/metric-tags/name-csv.ts'
import { newKeyValueRow, pasteInto as pasteKeys } from '#kit/fields/key-value-rows.ts'
import { csvOf, parseCsv } from '#lib/csv.ts'

/** What reads texts that people bring along. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'a file of pairs': readMetricCsv,
  'a file of names': readNameCsv,
  'pasted pairs': (text) => pasteInto([newRow()], 0, 'service', parseCsv(text, '\t').rows),
  'pasted keys': (text) => pasteKeys([newKeyValueRow()], '', parseCsv(text, '\t').rows),
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

const small = 12_000

/** Milliseconds of this thread's own time, the least of three times: what else the machine does, or does once, does not count. */
function costOf(work: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const start = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / 1000
  })
  return Math.min(...times)
}

/** Below this many milliseconds nothing can be said of a ratio: the clock of a thread may be coarse. */
const negligible = 30

describe.each(Object.entries(readers))('%s', (_, read) => {
  test.each(parts)('of %j eight times as often is eight times the work', { timeout: 60_000 }, (part) => {
    for (const frame of frames) {
      const of = (length: number) => frame + part.repeat(length / part.length)
      const [few, many] = [of(small), of(8 * small)]
      const once = costOf(() => read(many))
      if (once < negligible) continue
      const often = costOf(() => {
        for (let time = 0; time < 8; time += 1) read(few)
      })
      // As much when it is linear, eight times as much when it is quadratic.
      expect(once / often, JSON.stringify(frame)).toBeLessThan(3)
    }
  })
})
