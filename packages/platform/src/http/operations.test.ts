import { setImmediate } from 'node:timers/promises'
import { oneOfEachKind } from '@quatrain/contract/testing/extent.ts'
import { expect, test } from 'vitest'
import { operations } from './operations.ts'
import { createServer } from './server.ts'

/** Blocks the event loop of this process, like building a large response. */
const blockEventLoop = (milliseconds: number) => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

test.each(oneOfEachKind([1_200, 6_000], () => 'pause'))(
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
)

test.each([
  [0.02, [503]],
  [0, []],
])(
  'a server that is blocked again and again refuses requests, with a limit of %d seconds: %j',
  async (maxLag, refusals) => {
    const app = createServer({ logger: false })
    await operations(app, { ready: async () => {}, maxLag })
    app.get('/', async () => ({}))
    await app.ready()
    const statuses = new Set<number>()
    for (let round = 0; round < 20; round++) {
      blockEventLoop(50)
      // Overdue timers have run by then.
      await setImmediate()
      await setImmediate()
      statuses.add((await app.inject('/')).statusCode)
    }
    expect([...statuses].filter((status) => status !== 200)).toEqual(refusals)
    await app.close()
  },
)
