import { expect, test } from 'vitest'
import { requestTexts } from '#test/request-parts.ts'
import { withValue } from '#test/shapes.ts'

/** Thread time of `work` in milliseconds, without other processes on this machine. */
function timeOf(work: () => unknown): number {
  const start = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}

/** The minimum of several runs, without one-time work. */
const costOf = (work: () => unknown) => Math.min(...Array.from({ length: 4 }, () => timeOf(work)))

const length = 40_000
/** Below this many milliseconds a ratio is meaningless. */
const negligible = 4

const repeated = ['a', ' ', '0', '.', '/', '(', ' (', 'a.', 'a-', 'a ', '\n', ',', '://', 'a@', '=', '_']

/** Four times the text takes four times the time, or, with a margin for noise, less than eight times. */
function expectLinear(work: (text: string) => unknown) {
  for (const part of repeated) {
    for (const [before, after] of frames) {
      const of = (size: number) => `${before}${part.repeat(size / part.length)}${after}`
      const [small, large] = [of(length), of(4 * length)]
      if (timeOf(() => work(large)) < negligible) continue
      const [cost, more] = [costOf(() => work(small)), costOf(() => work(large))]
      if (more > negligible) expect(more / cost, JSON.stringify([before, part])).toBeLessThan(8)
    }
  }
}

/** The text around it. */
const frames = [
  ['', ''],
  ['a', '\u0001'],
  [' (', '!'],
  ['http://', ' '],
] as const

test.each(requestTexts)('validating $what takes linear time', ({ schema, sample, place }) => {
  expectLinear((text) => schema.safeParse(withValue(sample, place, text)))
})
