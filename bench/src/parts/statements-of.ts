import { setTimeout } from 'node:timers/promises'
import type { Place } from './places.ts'

/** Milliseconds after which a session is read again: the number of statements is that of a save after a pause. */
const sessionIsRead = 1_500

/** A round of roll-outs runs every two seconds, so it can be beside several saves. */
const attempts = 20

/**
 * The number of statements of a save: the smaller one of two saves, because once a minute a request also notes that its
 * session is used, and reads the hosts of the tenants. Saves beside a round of roll-outs do not count: the statements of
 * both cannot be told apart.
 */
export async function statementsOf({ calls }: Place['server'], save: () => Promise<unknown>): Promise<number> {
  const counts: number[] = []
  for (let attempt = 0; attempt < attempts && counts.length < 2; attempt += 1) {
    await setTimeout(sessionIsRead)
    await calls.observe()
    await save()
    const seen = await calls.observed()
    if (!seen.some((statement) => statement.includes('roll_out_jobs'))) counts.push(seen.length)
  }
  if (counts.length < 2) throw new Error('A round of roll-outs ran beside nearly every save.')
  return Math.min(...counts)
}
