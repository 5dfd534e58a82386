import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { operations } from './operations.ts'
import { createServer } from './server.ts'

/** Blocks the event loop of this process, like building a large response. */
const blockEventLoop = (milliseconds: number) => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

test.each([1_200, 6_000])(
  'a server that was blocked once for %i milliseconds accepts requests',
  async (milliseconds) => {
    const app = createServer({ logger: false })
    await operations(app, { ready: async () => {} })
    app.get('/', async () => ({}))
    await app.ready()
    blockEventLoop(milliseconds)
    // Overdue timers have run by then.
    await setImmediate()
    await setImmediate()
    expect((await app.inject('/')).statusCode).toBe(200)
    await app.close()
  },
  20_000,
)
