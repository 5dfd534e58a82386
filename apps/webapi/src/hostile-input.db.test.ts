import { isFullRun, oneInTurn } from '@quatrain/contract/testing/extent.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addressesOf, addressOf } from '#test/addresses.ts'
import { addEveryBody, keyFor, onlyWritten } from '#test/every-body.ts'
import { startWebApi, type WebApiUnderTest } from '#test/web-api.ts'

/** JSON texts that replace every value of a body. */
const values = [
  'null',
  'true',
  '-0',
  '1e400',
  '9007199254740993',
  '2147483648',
  '""',
  '"\\u0000"',
  '"\\ud800 \\udfff"',
  '"__proto__"',
  '"constructor"',
  `"${'x'.repeat(100_000)}"`,
  '[]',
  '[[[[[[[[]]]]]]]]',
  '{}',
  '{"__proto__": {"a": 1}, "constructor": null, "a": 1, "a": 2, "\\u0000": 3}',
]

/** Values of addresses and headers. */
const words = [
  '',
  '%00',
  '%ed%a0%80',
  '__proto__',
  '9'.repeat(400),
  '-1',
  '2026-13-01',
  '0000-01-01',
  '9999-12-31',
  "';--",
]

/**
 * Every JSON text that is `body` with one value replaced, or one field added, by a hostile one: in a full run by each,
 * else another for each next value and `turn`.
 */
function* hostile(body: unknown, turn: number): Generator<string> {
  yield* oneInTurn(values, turn)
  if (typeof body !== 'object' || body === null) return
  const isList = Array.isArray(body)
  const entries = Object.entries(body)
  const written = (changed: string, text: string) => {
    const members = entries.map(([name, value]) => {
      const member = name === changed ? text : JSON.stringify(value)
      return isList ? member : `${JSON.stringify(name)}:${member}`
    })
    return isList ? `[${members.join(',')}]` : `{${members.join(',')}}`
  }
  for (const [index, [name, value]] of entries.entries())
    for (const text of hostile(value, turn + index + 1)) yield written(name, text)
}

const described = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        requestBody: z
          .object({ content: z.object({ 'application/json': z.object({ schema: z.looseObject({}) }) }) })
          .optional(),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

describe.each(databases)('hostile input on $name', (kind) => {
  let api: WebApiUnderTest
  let bodies: ReadonlyMap<string, unknown>
  beforeAll(async () => {
    api = await startWebApi(kind)
    bodies = await addEveryBody(api)
  })
  afterAll(() => api.close())

  test('is tested at every address', () => {
    expect(new Set([...bodies.keys()].map(addressOf))).toEqual(addressesOf(api.app))
  })

  test('is made from bodies that the description of the API has', () => {
    const { paths, components } = described.parse(api.app.swagger())
    for (const [path, body] of bodies) {
      const address = addressOf(path).replace(/:(\w+)/, '{$1}')
      for (const { requestBody } of Object.values(paths[`/api/v2/${address}`] ?? {})) {
        if (!requestBody) continue
        const { schema } = requestBody.content['application/json']
        const text = JSON.stringify({ ...schema, $defs: components.schemas }).replaceAll(
          '#/components/schemas/',
          '#/$defs/',
        )
        expect(z.fromJSONSchema(JSON.parse(text)).parse(body), path).toStrictEqual(body)
      }
    }
  })

  test('in any part of a body causes no internal error, and whatever was accepted can be read', async () => {
    for (const [turn, [path, body]] of [...bodies].entries()) {
      for (const text of hostile(body, turn)) {
        for (const method of ['POST', 'PUT'] as const) {
          const { status } = await api.call(method, path, { body: text, key: keyFor(path) })
          expect(status, `${method} ${path} ${text.slice(0, 200)}`).toBeLessThan(500)
        }
      }
    }
    for (const path of bodies.keys()) {
      if (onlyWritten.includes(path)) continue
      expect(await api.call('GET', path, { key: keyFor(path) }), path).toMatchObject({
        status: 200,
        body: { status: { code: '200' } },
      })
    }
  })

  test('in addresses and headers causes no internal error', async () => {
    for (const [turn, path] of [...bodies.keys()].entries()) {
      for (const word of isFullRun ? words : [...oneInTurn(words, turn), ...oneInTurn(words, turn + 3)]) {
        const key = keyFor(path)
        const text = visible(word)
        const headers = { 'if-match': `W/"${text}", ${text}`, accept: '*/*' }
        const queries = [
          `${path}?date=${word}`,
          `${path}?name=${word}&name=x&mode=${word}`,
          `${path}?${word}=1`,
          `${path}?group=${word}&group=~${word}&type=*${word}&hostname=${word}*`,
          `${path}?tags=${word}&tags=x:${word},${word}:*`,
          `${path}/${word}`,
        ]
        for (const address of queries) {
          for (const method of ['GET', 'DELETE'] as const) {
            if (method === 'DELETE' && address !== queries[0]) continue
            const { status } = await api.call(method, address, { key, headers })
            expect(status, `${method} ${address}`).toBeLessThan(500)
          }
        }
        if (!onlyWritten.includes(path)) expect((await api.call('GET', path, { key: text })).status).toBe(401)
      }
    }
  })
})

/** Headers contain visible characters only. */
const visible = (word: string) => word.replaceAll(/[^ -~]/g, '')
