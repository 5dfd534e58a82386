import { setTimeout } from 'node:timers/promises'
import type { Page } from './open.ts'

/** Milliseconds in which the browser tells of everything that it has measured. */
const telling = 300
/** What the browser does not tell of was shorter. */
const shortest = 16

/**
 * Milliseconds from each interaction to the next paint, by the browser's own account. `act` makes `count` of them; a key
 * that is pressed and released is one.
 */
export async function timesOfInteractions(page: Page, count: number, act: () => Promise<void>): Promise<number[]> {
  await setTimeout(telling)
  await page.evaluate(() => window.recording.interactions.splice(0))
  await act()
  await setTimeout(telling)
  const told = await page.evaluate(() => window.recording.interactions)
  const longest = new Map<number, number>()
  for (const { id, duration } of told) longest.set(id, Math.max(duration, longest.get(id) ?? 0))
  if (longest.size > count) throw new Error(`${longest.size} interactions were seen, but ${count} were made.`)
  return [...longest.values(), ...Array(count - longest.size).fill(shortest)]
}
