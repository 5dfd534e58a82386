import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { leastThreadTimeOf, threadTimeOf } from './thread-time.ts'

/** Keeps the thread busy for that many milliseconds of its own time. */
function busy(milliseconds: number) {
  const start = process.threadCpuUsage()
  while (process.threadCpuUsage(start).user + process.threadCpuUsage(start).system < milliseconds * 1000);
}

test('work that lets others in between is long, but its turns are short', async () => {
  const { total, longestTurn } = await threadTimeOf(async () => {
    for (let round = 0; round < 10; round += 1) {
      busy(30)
      await setTimeout(2)
    }
  })
  expect(total).toBeGreaterThan(300)
  expect(longestTurn).toBeGreaterThan(29)
  expect(longestTurn).toBeLessThan(200)
})

test('waiting is no work', async () => {
  expect((await leastThreadTimeOf(() => setTimeout(200), 2)).total).toBeLessThan(150)
})

test('work that lets nobody in between is one turn', async () => {
  const { total, longestTurn } = await threadTimeOf(() => busy(50))
  expect(longestTurn).toBeGreaterThan(49)
  expect(longestTurn).toBeLessThanOrEqual(total)
})
