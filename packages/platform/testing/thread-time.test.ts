import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { leastThreadTimeOf, threadTimeOf } from './thread-time.ts'

/** Keeps the thread busy for this many milliseconds of its CPU time. */
function busy(milliseconds: number) {
  const start = process.threadCpuUsage()
  while (process.threadCpuUsage(start).user + process.threadCpuUsage(start).system < milliseconds * 1000);
}

test('work that yields takes long, but blocks for short times', async () => {
  const { total, longestTurn } = await threadTimeOf(async () => {
    for (let round = 0; round < 10; round += 1) {
      busy(30)
      await setTimeout(2)
    }
  })
  expect(total).toBeGreaterThan(300)
  expect(longestTurn).toBeGreaterThan(29)
  expect(longestTurn).toBeLessThan(total / 2)
})

test('waiting takes no CPU time', async () => {
  const waiting = await leastThreadTimeOf(() => setTimeout(200), 2)
  const working = await threadTimeOf(() => busy(200))
  expect(waiting.total).toBeLessThan(working.total)
})

test('work that does not yield blocks the whole time', async () => {
  const { total, longestTurn } = await threadTimeOf(() => busy(50))
  expect(longestTurn).toBeGreaterThan(49)
  expect(longestTurn).toBeLessThanOrEqual(total)
})
