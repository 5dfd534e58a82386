import { allResources } from '@quatrain/contract/testing/all-resources.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isReference } from '../kit/fields.ts'
import { groupKinds } from '../kit/group-kinds.ts'
import { namesIn, outsideKinds, references, withNames } from './references.ts'

/** The texts in a schema, by their path; `*` is each entry of a list. */
function textsIn(schema: z.core.$ZodType, path: readonly string[] = []): { path: string; schema: z.core.$ZodType }[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, field]) => textsIn(field as z.core.$ZodType, [...path, name]))
  }
  if (schema instanceof z.ZodArray) return textsIn(schema.element, [...path, '*'])
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => textsIn(option, path))
  if (schema instanceof z.ZodPipe) return textsIn(schema.in, path)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return textsIn(schema.unwrap(), path)
  }
  return schema instanceof z.ZodString ? [{ path: path.join('.'), schema }] : []
}

const known = (kind: string, field: string) =>
  references.some(({ from, field: known }) => [from, known].join() === [kind, field].join())

/** Fields of a body that the document has under another name. */
const inDocument: Readonly<Record<string, string>> = {
  'metricprofile services.*.metric': 'metricinstances.*.metric',
  'metricprofile services.*.service': 'metricinstances.*.service',
  // As a read has it.
  'metrictag metrics.*.name': 'metrics.*',
  ...Object.fromEntries(groupKinds.map((kind) => [`groupof${kind} result.*`, 'items.*'])),
}

/** Visible text like the name of an object: the object's own name, and what other services call their things. */
const others = [
  'name',
  'endpoint_group',
  'metric_operation',
  'profile_operation',
  'group_rules.*.value',
  'other_profiles.*.type',
  'other_profiles.*.id',
  'topology_types.*',
  'trends.*',
]

test('every field that a schema declares as the name of another object is in the table', () => {
  const declared = allResources.flatMap(({ kind, add, change }) =>
    [add, change].flatMap((schema) =>
      (schema ? textsIn(schema) : [])
        .filter(({ schema }) => isReference(schema))
        .map(({ path }) => ({ kind, field: inDocument[`${kind} ${path}`] ?? path })),
    ),
  )
  expect(declared.length).toBeGreaterThan(20)
  expect(declared.filter(({ kind, field }) => !others.includes(field) && !known(kind, field))).toEqual([])
})

test('every reference of the table is a text of the documents of its kind, and names a kind', () => {
  const kinds = new Map(allResources.map((resource) => [resource.kind, resource]))
  for (const { from, field, to, shownIn } of references) {
    if (shownIn !== undefined) expect(Object.keys(kinds.get(to)?.record.shape ?? {})).toContain(shownIn)
    const document = kinds.get(from)?.document
    expect(document && textsIn(document).map(({ path }) => path), `${from} ${field}`).toContain(field)
    expect([...kinds.keys(), 'ostag', ...outsideKinds]).toContain(to)
  }
})

test('names are found with their places, replaced, and removed with their entries', () => {
  const rules = [
    { value: 'x', kind: 'metrics', group: 'A' },
    { value: 'y', kind: 'reports', group: 'A' },
    { value: 'z', kind: 'metrics', group: 'B' },
  ]
  const field = { field: 'rules.*.group', where: { kind: 'metrics' } }
  expect(namesIn({ rules }, field)).toEqual([
    { name: 'A', path: 'rules.0.group' },
    { name: 'B', path: 'rules.2.group' },
  ])
  const renamed = withNames({ rules }, [field], (name) => (name === 'A' ? 'C' : name))
  expect(renamed.rules.map(({ group }) => group)).toEqual(['C', 'A', 'B'])
  const removed = withNames({ rules, parent: 'A' }, [field], (name) => (name === 'A' ? undefined : name))
  expect(removed).toEqual({ rules: rules.slice(1), parent: 'A' })
  expect(namesIn({ tags: ['a', ''] }, { field: 'tags.*' })).toEqual([{ name: 'a', path: 'tags.0' }])
})
