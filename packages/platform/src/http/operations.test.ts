import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { operations } from './operations.ts'
import { createServer } from './server.ts'

/** Nothing else happens in this process meanwhile, as while a large answer is put together. */
const standStill = (milliseconds: number) => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

test('a server that stood still for a moment as it started takes requests', async () => {
  const app = createServer({ logger: false })
  await operations(app, { ready: async () => {} })
  app.get('/', async () => ({}))
  await app.ready()
  standStill(1_200)
  // Timers that were due have run by then.
  await setImmediate()
  await setImmediate()
  expect((await app.inject('/')).statusCode).toBe(200)
  await app.close()
})
