import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** Everything of these trials: the base of the machines, their disks, and the log of the last run. */
export const workshop = process.env.QUATRAIN_TRY ?? '/tmp/quatrain-try'
export const logFile = join(workshop, 'try.log')

mkdirSync(workshop, { recursive: true })
writeFileSync(logFile, '')

/** Writes to the log only. */
export const note = (text: string): void => appendFileSync(logFile, `${text}\n`)

/** Prints a line, which is in the log, too. */
export function say(text: string): void {
  console.log(text)
  note(text)
}

const counts = { passed: 0, failed: 0 }

/** Does something and prints what was seen. A failure is printed and counted, and the next step follows. */
export async function step(title: string, work: () => Promise<string>): Promise<void> {
  const startedAt = Date.now()
  const outcome = await work().then(
    (sentence) => ({ isPassed: true, sentence }),
    (error: unknown) => ({ isPassed: false, sentence: error instanceof Error ? error.message : String(error) }),
  )
  counts[outcome.isPassed ? 'passed' : 'failed'] += 1
  const took = Math.round((Date.now() - startedAt) / 1000)
  say(`${outcome.isPassed ? 'passed' : 'FAILED'}  ${title} (${took} s): ${outcome.sentence}`)
}

/** Prints the counts; true if no step has failed. */
export function summarize(): boolean {
  say(`${counts.passed} passed, ${counts.failed} failed`)
  return counts.failed === 0
}

const patienceMs = 600_000

/** The first result of `look` that is not undefined. Throws if there is none for ten minutes. */
export async function eventually<T>(awaited: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + patienceMs
  let reason = ''
  while (Date.now() < deadline) {
    const result = await look().catch((error: unknown) => {
      reason = String(error)
      return undefined
    })
    if (result !== undefined) return result
    await setTimeout(500)
  }
  throw new Error(`${awaited} did not happen in ten minutes. ${reason}`)
}

/** Throws with this sentence unless it is true. */
export function expectThat(isTrue: boolean, sentence: string): void {
  if (!isTrue) throw new Error(sentence)
}
