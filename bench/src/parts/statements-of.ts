import { setTimeout } from 'node:timers/promises'
import type { Place } from './places.ts'

/** Milliseconds after which a session is read again: the number of statements is that of a save after a pause. */
const sessionIsRead = 1_500

/** The number of statements of a save. Once a minute, a request also notes that its session is used, which is no part of it. */
export async function statementsOf({ calls }: Place['server'], save: () => Promise<unknown>): Promise<number> {
  await setTimeout(sessionIsRead)
  await calls.observe()
  await save()
  return (await calls.observed()).filter((statement) => !statement.startsWith('update "sessions"')).length
}
