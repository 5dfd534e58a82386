import { expect } from 'vitest'

/** Of all tests that wait for a condition: a slow machine must not look like a fault. */
const patience = { timeout: 60_000, interval: 20 }

/** Repeats the assertion until it holds; fails as it fails after a minute. */
export const eventually = (assertion: () => unknown): Promise<void> =>
  expect.poll(() => Promise.resolve(assertion()).then(() => true), patience).toBe(true)
