import { readFile } from 'node:fs/promises'
import { configuredKinds, schemaPath } from '@quatrain/contract/configuration/configured-kinds.ts'
import { acceptsUserKeys, type Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { documentedOperations } from '@quatrain/platform/testing/documented-operations.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appWithoutDatabase } from '#test/declared.ts'

const lineOf = (endpoint: Endpoint) => {
  const { path, method, caller, deployments } = endpoint
  const who = typeof caller === 'string' ? caller : `may ${caller.may} ${caller.resource.kind}`
  const scripts = acceptsUserKeys(endpoint) ? ['or key of a user'] : []
  return [path, method, who, ...scripts, `in ${deployments.join(' and ')}`].join('  ')
}

describe('the OpenAPI document', () => {
  let app: FastifyInstance
  beforeAll(async () => {
    app = await appWithoutDatabase()
  })
  afterAll(() => app.close())

  const operations = () => documentedOperations(app.swagger())

  test('is the one in the repository; `npm run openapi` writes it', async () => {
    const { body } = await app.inject('/api/docs/openapi.json')
    await expect(`${JSON.stringify(JSON.parse(body), undefined, 2)}\n`).toMatchFileSnapshot(
      '../../../docs/openapi.json',
    )
  })

  test.each(configuredKinds.map(({ resource }) => resource.kind))(
    'the schema of %s is the one in the repository',
    async (kind) => {
      const { body, statusCode } = await app.inject(schemaPath(kind))
      expect(statusCode).toBe(200)
      const isValid = new Ajv2020({ strictTypes: false }).compile(JSON.parse(body))
      expect(isValid({ kind, name: 'CORE', spec: {}, id: 1 })).toBe(false)
      expect(isValid.errors).toMatchObject([{ keyword: expect.stringMatching(/^(additionalProperties|required)$/) }])
      await expect(`${JSON.stringify(JSON.parse(body), undefined, 2)}\n`).toMatchFileSnapshot(
        `../../../docs/schemas/${kind}.json`,
      )
    },
  )

  test('matches the list of who may call which endpoint', async () => {
    const lines = app.registered.flatMap(({ method, endpoint, isHidden }) =>
      endpoint && !isHidden && method === endpoint.method ? [lineOf(endpoint)] : [],
    )
    await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('../../../docs/endpoints.txt')
  })

  test('has no machine endpoint that docs/machine-api.md does not list', async () => {
    const page = await readFile(new URL('../../../docs/machine-api.md', import.meta.url), 'utf8')
    const documented = [...page.matchAll(/`(GET|POST) ([a-z_/-]+(?:\{\w+\}[a-z_/]*)?)`/g)].map(
      ([, method, path]) => `${method} ${path}`,
    )
    const declared = app.registered.flatMap(({ method, endpoint }) =>
      endpoint && method === endpoint.method && /^\/api\/v2\/(?!internal\/)/.test(endpoint.path)
        ? [`${method} ${endpoint.path.replace(/^\/api\/v2\/(webapi\/)?/, '').replace(/:(\w+)/g, '{$1}')}`]
        : [],
    )
    expect(new Set(documented)).toEqual(new Set(declared))
  })

  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { body } = await app.inject('/api/docs/openapi.json')
    expect(await validator.validate(JSON.parse(body))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test('contains exactly the declared endpoints', () => {
    const declared = app.registered.flatMap(({ method, url, endpoint, isHidden }) =>
      endpoint && !isHidden && method !== 'HEAD' ? [`${method.toLowerCase()} ${url.replace(/:(\w+)/g, '{$1}')}`] : [],
    )
    expect(new Set(operations().map(({ name }) => name))).toEqual(new Set(declared))
  })

  test('declares every part of a path as a required parameter', () => {
    for (const { name, path, parameters } of operations()) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path' && parameter.required)
      expect(
        inPath.map(({ name }) => name),
        name,
      ).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key))
    }
  })

  test('has one error body for every refusal', () => {
    for (const { name, responses } of operations()) {
      for (const status of ['4XX', '5XX']) {
        expect(responses[status], name).toMatchObject({
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        })
      }
    }
  })

  test('has the security scheme of each declaration', () => {
    const securityOf = Object.fromEntries(operations().map(({ name, security }) => [name, security]))
    expect(securityOf).toMatchObject({
      'get /api/v2/metrics': [{ key: [] }],
      'get /api/v2/webapi/metric_profiles': [{ session: [] }, { publicToken: [] }, { userKey: [] }],
      'get /api/v2/internal/usergroups': [{ session: [] }, { userKey: [] }],
      'get /api/v2/internal/users': [{ session: [] }],
      'get /api/v2/internal/public_metricprofiles': [],
      'get /api/v2/internal/metricprofiles/{key}': [{ session: [] }, { userKey: [] }],
      'put /api/v2/internal/metricprofiles': [{ session: [], csrf: [] }, { userKey: [] }],
      'post /dj-rest-auth/login': [{ csrf: [] }, {}],
      'post /dj-rest-auth/logout': [{ csrf: [] }],
    })
  })

  test('needs no script and no other host to be read as a page', async () => {
    const { headers, body } = await app.inject('/api/docs/')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).not.toMatch(/<script|<link|<img|<iframe|\son\w+=|javascript:|https?:|url\(/i)
    for (const { path, summary } of operations()) {
      expect(body).toContain(path)
      expect(body).toContain(summary.replaceAll("'", '&#39;'))
    }
  })
})
