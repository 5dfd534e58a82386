import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { drainable } from './drain.ts'
import { createServer } from './server.ts'

async function serving() {
  const app = createServer({ logger: false })
  const slow = Promise.withResolvers<void>()
  const hasBegun = Promise.withResolvers<void>()
  app.get('/fast', async () => 'fast')
  app.get('/slow', async () => {
    hasBegun.resolve()
    await slow.promise
    return 'slow'
  })
  const drain = drainable(app)
  onTestFinished(() => app.close())
  return { app, drain, hasBegun: hasBegun.promise, finishSlow: slow.resolve, url: await app.listen({ port: 0 }) }
}

/** A client with one connection, which it keeps. */
function client(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return async (path: string) => {
    const sent = request(`${url}${path}`, { agent }).end()
    const [answer]: IncomingMessage[] = await once(sent, 'response')
    const body = answer && (await text(answer))
    return { status: answer?.statusCode, connection: answer?.headers.connection, body }
  }
}

test('while a server is drained, open connections are answered once more and new ones are not accepted', async () => {
  const { drain, url } = await serving()
  const [known, stranger] = [client(url), client(url)]
  expect(await known('/fast')).toEqual({ status: 200, connection: 'keep-alive', body: 'fast' })
  const drained = drain()
  expect(await known('/fast')).toEqual({ status: 200, connection: 'close', body: 'fast' })
  await expect(known('/fast')).rejects.toThrow('ECONNREFUSED')
  await expect(stranger('/fast')).rejects.toThrow('ECONNREFUSED')
  await drained
})

test('a request in progress is completed, and its connection ends', async () => {
  const { app, drain, hasBegun, finishSlow, url } = await serving()
  const answer = client(url)('/slow')
  await hasBegun
  let isDrained = false
  const drained = drain().then(() => {
    isDrained = true
  })
  await expect(client(url)('/fast')).rejects.toThrow('ECONNREFUSED')
  expect(isDrained).toBe(false)
  finishSlow()
  expect(await answer).toEqual({ status: 200, connection: 'close', body: 'slow' })
  await drained
  await app.close()
})
