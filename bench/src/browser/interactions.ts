import { setTimeout } from 'node:timers/promises'
import type { Page } from './open.ts'

/** Milliseconds within which the browser reports everything that it has measured. */
const telling = 300
/** Interactions that the browser does not report were shorter. */
const shortest = 16

/**
 * Milliseconds from each interaction to the next paint, as the browser reports them. `act` makes `count` interactions;
 * pressing and releasing a key is one.
 */
export async function timesOfInteractions(page: Page, count: number, act: () => Promise<void>): Promise<number[]> {
  await setTimeout(telling)
  await page.evaluate(() => window.recording.interactions.splice(0))
  await act()
  await setTimeout(telling)
  const recorded = await page.evaluate(() => window.recording.interactions)
  const longest = new Map<number, number>()
  for (const { id, duration } of recorded) longest.set(id, Math.max(duration, longest.get(id) ?? 0))
  if (longest.size > count) throw new Error(`${longest.size} interactions were seen, but ${count} were made.`)
  return [...longest.values(), ...Array(count - longest.size).fill(shortest)]
}
