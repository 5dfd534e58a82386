import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineResource, resourceEndpoints } from './resource.ts'

const record = z.object({ name: z.string(), secret: z.string().optional() })
const things = {
  kind: 'thing',
  path: 'things',
  label: { one: 'thing', many: 'things' },
  key: { read: 'name', remove: 'name' },
  history: 'version',
  access: { super: { read: 'members', write: 'superusers' } },
  record,
  row: record,
  document: record,
  compared: {},
} as const

test('a public response has exactly the published fields', () => {
  const published = record.pick({ name: true })
  const api = resourceEndpoints(
    defineResource({ ...things, published: { row: published, record: published, document: published } }),
  )
  const stored = { name: 'a', secret: 'b', added: 'c' }
  const version = { id: 1, version: '1', object_repr: 'a', date_created: '2030-01-01T00:00:00.000Z', fields: stored }
  expect(api.publicGet.answer.parse(stored)).toEqual({ name: 'a' })
  expect(api.publicList.answer.parse([stored])).toEqual([{ name: 'a' }])
  expect(api.publicVersions.answer.parse([{ ...version, user: 'u' }])).toEqual([{ ...version, fields: { name: 'a' } }])
})

test('an unpublished resource has no public endpoint', () => {
  const api = resourceEndpoints(defineResource(things))
  expect(api.publicGet.answer.safeParse({ name: 'a' }).success).toBe(false)
  expect(api.publicList.answer.safeParse([{ name: 'a' }]).success).toBe(false)
  expect(api.publicVersions.answer.safeParse([{}]).success).toBe(false)
})

test('a field that screens rely on cannot be left out', () => {
  const published = record.pick({ secret: true })
  // @ts-expect-error `name` is not optional.
  expect(defineResource({ ...things, published: { row: published, record: published } })).toBeDefined()
})
