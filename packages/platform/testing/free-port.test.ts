import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

test('gives no port twice', async () => {
  // More than the system has, it would give again at random.
  const ports: number[] = []
  for (let given = 0; given < 2_000; given++) ports.push(await freePort())
  expect(new Set(ports).size).toBe(ports.length)
})
