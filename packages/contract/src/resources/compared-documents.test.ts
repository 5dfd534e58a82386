import { allResources } from '@quatrain/contract/testing/all-resources.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { diff, size } from '../compare/compare.ts'

/** A random document of this schema. */
function sampleOf(schema: unknown): unknown {
  if (schema instanceof z.ZodObject) {
    return Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, sampleOf(field)]))
  }
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element)]
  if (schema instanceof z.ZodEnum) return schema.options[0]
  return schema instanceof z.ZodBoolean ? true : 'x'
}

/** All documents of this schema that differ from the sample in one field, each with the path of the field. */
function othersOf(schema: unknown, place = ''): [string, unknown][] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, field]) =>
      othersOf(field, `${place}.${name}`).map(([at, value]): [string, unknown] => [
        at,
        { ...Object(sampleOf(schema)), [name]: value },
      ]),
    )
  }
  if (schema instanceof z.ZodArray) return othersOf(schema.element, place).map(([at, value]) => [at, [value]])
  if (schema instanceof z.ZodEnum) return [[place, schema.options[1]]]
  return [[place, schema instanceof z.ZodBoolean ? false : 'y']]
}

test.each(allResources.map((resource) => [resource.label.many, resource] as const))(
  'the comparison of %s sees a difference in every field',
  (_, { document, compared }) => {
    const sample = Object(sampleOf(document))
    expect(Object.keys(compared).toSorted()).toEqual(Object.keys(document.shape).toSorted())
    for (const [place, other] of othersOf(document)) {
      expect(size(diff(compared, sample, Object(other))), place).toBeGreaterThan(0)
    }
  },
)

test('kinds are found', () => {
  expect(allResources.length).toBeGreaterThan(20)
})
