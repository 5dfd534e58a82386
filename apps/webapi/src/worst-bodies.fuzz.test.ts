import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { serverDatabases } from '@quatrain/platform/testing/databases.ts'
import {
  longestAllowedTurn,
  longestRefusal,
  type MeasuredServer,
  startMeasuredServer,
} from '@quatrain/platform/testing/measured-server.ts'
import { longLists, longTexts, worstBodies, worstOfAnyKind } from '@quatrain/platform/testing/worst-bodies.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addEveryBody, keyFor } from '#test/every-body.ts'
import { startWebApi, type WebApiUnderTest } from '#test/web-api.ts'

/** Larger bodies are received in pieces, which are the same in a body of this size. */
const largestTried = 4 * 1024 ** 2

const service = fileURLToPath(new URL('main.ts', import.meta.url))

describe.each(serverDatabases)('the most expensive bodies on $name', (kind) => {
  let api: WebApiUnderTest
  let server: MeasuredServer
  let bodies: ReadonlyMap<string, unknown>
  beforeAll(async () => {
    api = await startWebApi(kind)
    bodies = await addEveryBody(api)
    server = await startMeasuredServer(service, {
      QUATRAIN_WEBAPI_DATABASE_URL: String(api.database.url),
      QUATRAIN_WEBAPI_PORT: '0',
    })
  })
  afterAll(async () => {
    await server?.close()
    await api?.close()
  })

  async function send(method: string, path: string, body: string) {
    const headers = { 'x-api-key': keyFor(path), 'content-type': 'application/json', accept: 'application/json' }
    const response = await fetch(`${server.url}/api/v2/${path}`, { method, headers, body })
    return { status: response.status, text: await response.text() }
  }

  /** The body limit that the server reports for larger bodies; 0 if the method does not exist. */
  async function limitOf(method: string, path: string): Promise<number> {
    const headers = { 'x-api-key': keyFor(path), 'content-type': 'application/json', 'content-length': 1024 ** 3 }
    const asking = request(`${server.url}/api/v2/${path}`, { method, headers })
    asking.flushHeaders()
    const [answer] = await once(asking, 'response')
    const said = await text(answer)
    asking.destroy()
    if (answer.statusCode === 405) return 0
    const [, number, unit] = /larger than (\d+) (kB|MB)/.exec(said) ?? []
    expect(number, `${method} ${path} has a limit`).toBeDefined()
    return Number(number) * (unit === 'MB' ? 1024 ** 2 : 1024)
  }

  // Both methods of an address validate bodies by the same rules, so all bodies are sent with one of them.
  test.each([
    ['POST', worstBodies],
    ['PUT', longLists],
    ['DELETE', longTexts],
  ])('no body for %s blocks the service for other requests', async (method, bodiesLike) => {
    let tried = 0
    for (const [path, sample] of bodies) {
      const size = Math.min(await limitOf(method, path), largestTried)
      for (const { what, text: body } of size > 0 ? [...worstOfAnyKind(size), ...bodiesLike(sample, size)] : []) {
        const turn = await server.longestTurn(async () => {
          const answer = await send(method, path, body)
          expect(answer.status, what).not.toBe(401)
          if (answer.status >= 400) expect(answer.text.length, what).toBeLessThan(longestRefusal)
        })
        expect(turn, `${path}, ${what}, ${body.length} bytes`).toBeLessThan(longestAllowedTurn)
        tried += 1
      }
    }
    expect(tried).toBeGreaterThan(20)
  })
})
