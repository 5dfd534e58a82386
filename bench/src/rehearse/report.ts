// How a rehearsal says what happened: a line for each step, and how many passed.
import { setTimeout } from 'node:timers/promises'
import { seconds } from '../figures.ts'

const counts = { passed: 0, failed: 0 }

/** Does something, and prints what was seen. A failure is printed and counted, and the next step follows. */
export async function step(title: string, work: () => Promise<string>): Promise<void> {
  const startedAt = performance.now()
  const { isPassed, sentence } = await work().then(
    (sentence) => ({ isPassed: true, sentence }),
    (error: unknown) => ({ isPassed: false, sentence: error instanceof Error ? error.message : String(error) }),
  )
  counts[isPassed ? 'passed' : 'failed'] += 1
  console.log(`${isPassed ? 'passed' : 'FAILED'}  ${title} (${seconds(performance.now() - startedAt)}): ${sentence}`)
}

/** Prints the counts; true if no step has failed. */
export function summarize(): boolean {
  console.log(`${counts.passed} passed, ${counts.failed} failed`)
  return counts.failed === 0
}

const patienceMs = 300_000

/** The first result of `look` that is not undefined. Throws if there is none for five minutes. */
export async function untilFound<T>(awaited: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + patienceMs
  let reason = ''
  while (performance.now() < deadline) {
    const result = await look().catch((error: unknown) => {
      reason = String(error)
      return undefined
    })
    if (result !== undefined) return result
    await setTimeout(200)
  }
  throw new Error(`${awaited}: this did not happen in five minutes. ${reason}`)
}
