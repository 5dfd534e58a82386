import { describe, expect, test } from 'vitest'
import type { Touched } from '#request/touched.ts'
import { sampleOf } from './touched-sample.ts'

const touched = (tenant: number, id: number, text = ''): Touched => ({
  tenant: { id: tenant, name: `T${tenant}` },
  kind: 'metric',
  id,
  name: `metric ${id}`,
  action: 'change',
  before: { text },
  after: { text },
  rowVersion: 1,
  comment: '',
})
const many = (tenants: number, each: number, text = '') =>
  Array.from({ length: tenants * each }, (_, index) => touched(index % tenants, index, text))

describe('what a dry run tells', () => {
  test('is everything where that is little, in the order of the write', () => {
    const all = many(3, 50)
    const { changes, groups } = sampleOf(all, undefined)
    expect(changes.map(({ name }) => name)).toEqual(all.map(({ name }) => name))
    expect(groups).toEqual([0, 1, 2].map((tenant) => group(`T${tenant}`, 50, null)))
  })

  test.each([
    [1, 5000],
    [100, 500],
    [3000, 2],
  ])('of %i tenants with %i objects each has a bound, and an object of each', (tenants, each) => {
    const { changes, groups } = sampleOf(many(tenants, each), undefined)
    expect(changes.length).toBeLessThanOrEqual(Math.max(1000, tenants))
    expect(new Set(changes.map(({ tenant }) => tenant)).size).toBe(tenants)
    expect(groups.map(({ count }) => count)).toEqual(Array.from({ length: tenants }, () => each))
  })

  test('has a bound where documents are large', () => {
    const sample = sampleOf(many(10, 40, 'x'.repeat(100_000)), undefined)
    expect(JSON.stringify(sample).length).toBeLessThan(6_500_000)
    expect(new Set(sample.changes.map(({ tenant }) => tenant)).size).toBe(10)
  })

  test('is told to the end, whatever order the objects come in', () => {
    const all = many(2, 130)
    const [first] = sampleOf(all, undefined).groups
    const names = sampleOf(all, undefined).changes.flatMap(({ tenant, name }) => (tenant === 'T0' ? [name] : []))
    for (let next = first?.next ?? null; next !== null; ) {
      const [head, ...others] = all
      const page = sampleOf(head ? [head, ...others.reverse()] : [], next)
      expect(page.groups).toHaveLength(1)
      names.push(...page.changes.map(({ name }) => name))
      next = page.groups[0]?.next ?? null
    }
    const wanted = all.flatMap(({ tenant, name }) => (tenant.name === 'T0' ? [name] : []))
    expect(names.toSorted()).toEqual(wanted.toSorted())
  })

  test.each(['x', '', 'W10', Buffer.from('["[9,\\"metric\\",\\"add\\"]",50]').toString('base64url')])(
    'is refused for a cursor that it did not give: %j',
    (cursor) => {
      expect(() => sampleOf(many(1, 60), cursor)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
    },
  )
})

const group = (tenant: string, count: number, next: string | null) => {
  return { tenant, kind: 'metric', action: 'change', count, next }
}
