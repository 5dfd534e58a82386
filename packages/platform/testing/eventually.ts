import { vi } from 'vitest'

/** Of all tests that wait for a condition: a slow machine must not look like a fault. */
const patience = { timeout: 60_000, interval: 20 }

/** Repeats the assertion until it holds; after a minute it fails as the assertion fails. */
export async function eventually(assertion: () => unknown): Promise<void> {
  await vi.waitFor(async () => {
    await assertion()
  }, patience)
}
