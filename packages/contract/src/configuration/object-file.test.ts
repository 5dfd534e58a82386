import { oddText } from '@quatrain/contract/testing/odd-text.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { z } from 'zod'
import { type ConfiguredKind, configuredKinds, inputOfSpec } from './configured-kinds.ts'
import { canonicalText, documentOptions, objectText } from './object-file.ts'
import { objectSchema } from './object-schema.ts'

const console = 'https://alpine.example.org'

const node = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
})

/** Values of the shape that a schema says, whatever its rules are. */
function valuesOf(schema: unknown): fc.Arbitrary<unknown> {
  const { type, enum: choices, properties = {}, items, anyOf } = node.parse(schema)
  if (anyOf) return fc.oneof(...anyOf.map(valuesOf))
  if (choices) return fc.constantFrom(...choices)
  if (type === 'array') return fc.array(valuesOf(items), { maxLength: 4 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number') return fc.integer()
  if (type !== 'object') return oddText
  const fields = Object.entries(properties).map(([field, inner]) => [field, valuesOf(inner)] as const)
  return fc.record(Object.fromEntries(fields), { noNullPrototype: true })
}

const objectsOf = (kind: ConfiguredKind) =>
  fc.record({
    kind: fc.constant(kind.resource.kind),
    name: oddText,
    spec: valuesOf(objectSchema(kind).properties?.spec).map((spec) => {
      const given = Object.entries(z.record(z.string(), z.any()).parse(spec))
      return Object.fromEntries(
        given.filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(kind.defaults[field])),
      )
    }),
  })

const parsed = (text: string) => parseDocument(text, documentOptions)

describe.each(configuredKinds.map((kind) => [kind.resource.kind, kind] as const))('a file of %s', (_, kind) => {
  test('says its object without loss, in one form', () => {
    fc.assert(
      fc.property(objectsOf(kind), (object) => {
        const text = objectText(object, console)
        const document = parsed(text)
        expect([document.errors, document.warnings]).toEqual([[], []])
        expect(JSON.stringify(document.toJS())).toBe(JSON.stringify(object))
        expect(parsed(text.replaceAll('\n', '\r\n')).toJS()).toEqual(object)
        expect(canonicalText(document, kind, console)).toBe(text)
        const shuffled = {
          spec: Object.fromEntries(Object.entries(object.spec).reverse()),
          name: object.name,
          kind: object.kind,
        }
        expect(canonicalText(parsed(JSON.stringify(shuffled)), kind, console)).toBe(text)
      }),
      { numRuns: 60 },
    )
  })

  test('has a schema with the fields of its spec', () => {
    const { properties } = objectSchema(kind)
    expect(Object.keys(properties?.spec?.properties ?? {})).toEqual(kind.fields)
    for (const field of properties?.spec?.required ?? []) expect(kind.defaults).not.toHaveProperty([field])
    // What it requires is what the rules require.
    const { problems } = inputOfSpec(kind, { name: '', spec: {} })
    const missing = problems
      .filter(({ path }) => path.length === 1 && (path[0] !== 'name' || kind.fields.includes('name')))
      .map(({ path }) => path[0])
    expect(missing).toEqual(expect.arrayContaining([...(properties?.spec?.required ?? [])]))
  })
})

test('a file reads like one that a person has written', () => {
  const services = [
    { service: 'web', metric: 'disk' },
    { service: 'web', metric: 'on' },
  ]
  const spec = { groupname: 'operations', description: 'Most sites:\nall but two', services }
  expect(objectText({ kind: 'metricprofile', name: 'CORE', spec }, console)).toBe(`\
# yaml-language-server: $schema=https://alpine.example.org/api/schemas/metricprofile.json
kind: metricprofile
name: CORE
spec:
  groupname: operations
  description: |-
    Most sites:
    all but two
  services:
    - service: web
      metric: disk
    - service: web
      metric: "on"
`)
})

test('the one form keeps comments, and leaves out defaults and anchors', () => {
  const kind = configuredKinds.find(({ resource }) => resource.kind === 'metrictemplate')
  if (!kind) throw new Error('There are no metric templates.')
  const text = `\
# Ours
spec:
  # Of the package
  probeversion: &version "web (1)"

  config: [{value: *version, key: 'path'}] # in this order
  parent: ""
  tags: [] # none yet
  mtype: Active # checked
name: web.http
kind: metrictemplate
`
  const canonical = canonicalText(parsed(text), kind)
  expect(canonicalText(parsed(canonical), kind)).toBe(canonical)
  expect(canonical).toBe(`\
# Ours
kind: metrictemplate
name: web.http
spec:
  mtype: Active # checked
  tags: [] # none yet
  # Of the package
  probeversion: web (1)
  config:
    - key: path
      value: web (1)
    # in this order
`)
})

test('an unknown field of a row is a problem', () => {
  const [kind] = configuredKinds.filter(({ resource }) => resource.kind === 'metricprofile')
  const services = [{ service: 'web', metric: 'disk', metrics: 'disk' }]
  expect(
    kind && inputOfSpec(kind, { name: 'CORE', spec: { groupname: 'a', services, apiid: 'x' } }).problems,
  ).toMatchObject([
    { path: ['apiid'], message: 'Unknown field' },
    { path: ['services', 0, 'metrics'], message: 'Unknown field' },
  ])
})
