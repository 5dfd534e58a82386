import { documentedOperations } from '@quatrain/platform/testing/documented-operations.ts'
import { noDatabase } from '@quatrain/platform/testing/no-database.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressesOf } from '#test/addresses.ts'
import { buildWebApi } from './app.ts'

describe('the OpenAPI document of the Web API', () => {
  let app: FastifyInstance
  beforeAll(async () => {
    app = await buildWebApi({ database: noDatabase, logger: false })
    await app.ready()
  })
  afterAll(() => app.close())

  const document = async () => (await app.inject('/api/docs/openapi.json')).json<unknown>()
  const operations = () => documentedOperations(app.swagger())

  test('is the one in the repository; `npm run openapi` writes it', async () => {
    await expect(`${JSON.stringify(await document(), undefined, 2)}\n`).toMatchFileSnapshot(
      '../../../docs/web-api.openapi.json',
    )
  })

  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    expect(await validator.validate(Object(await document()))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test('contains every method of every address', () => {
    const addresses = [...addressesOf(app)].map((path) => `/api/v2/${path.replace(/:(\w+)/g, '{$1}')}`)
    expect(new Set(operations().map(({ path }) => path))).toEqual(new Set(addresses))
    for (const { name, path, method } of operations()) {
      expect(app.hasRoute({ method: method.toUpperCase(), url: path.replace(/\{(\w+)\}/g, ':$1') }), name).toBe(true)
    }
    const allowed = addresses.map(async (path) => {
      const { headers } = await app.inject({ method: 'PATCH', url: path })
      const methods = String(headers.allow).toLowerCase().split(', ')
      return methods.filter((method) => !['head', 'options'].includes(method)).map((method) => `${method} ${path}`)
    })
    return Promise.all(allowed).then((names) => {
      expect(new Set(operations().map(({ name }) => name))).toEqual(new Set(names.flat()))
    })
  })

  test('declares every part of a path, and the body of every write that has one', () => {
    for (const { name, path, method, parameters, requestBody } of operations()) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path' && parameter.required)
      const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key)
      expect(
        inPath.map((parameter) => parameter.name),
        name,
      ).toEqual(parts)
      const hasBody = ['post', 'put'].includes(method) && !path.endsWith('/restore')
      expect(requestBody !== undefined, name).toBe(hasBody)
    }
  })

  test('has the kind of key that opens each address, and one body for every refusal', () => {
    for (const { name, path, security, responses } of operations()) {
      expect(security, name).toEqual([{ [path.includes('/admin/') ? 'administrators' : 'tenants']: [] }])
      for (const status of ['4XX', '5XX']) {
        expect(responses[status], name).toMatchObject({
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        })
      }
    }
  })

  test('is also a page, which needs no script and no other host', async () => {
    const { headers, body } = await app.inject('/api/docs/')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).not.toMatch(/<script|<link|<img|<iframe|\son\w+=|javascript:|https?:|url\(/i)
    for (const { path } of operations()) expect(body).toContain(path)
  })
})
