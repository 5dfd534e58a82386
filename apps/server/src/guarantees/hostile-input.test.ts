import { bodyLimitOf } from '@quatrain/contract/kit/endpoint.ts'
import { maxValuesIn } from '@quatrain/platform/http/json-bounds.ts'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { allEndpoints } from '#test/declared.ts'
import { sampleCall } from '#test/sample-call.ts'
import { at, longestOf, placesIn, withValue } from '#test/shapes.ts'

// Requests, as far as their schemas alone decide about them.

interface Given {
  readonly what: string
  readonly schema: z.ZodType
  readonly sample: unknown
}

const endpoints = await allEndpoints()

/** Everything with a schema. */
const given: readonly Given[] = endpoints.flatMap((endpoint) => {
  const sample = sampleCall(endpoint)
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part]
    return schema ? [{ what: `${endpoint.method} ${endpoint.path} ${part}`, schema, sample: sample[part] }] : []
  })
})

/** Every place of a text in a request. */
const texts = given.flatMap(({ what, schema, sample }) =>
  placesIn(sample)
    .filter((place) => typeof at(sample, place) === 'string')
    .map((place) => ({
      what: `${what} ${place.join('.')}`,
      schema,
      sample,
      place,
      name: place.findLast((key) => typeof key === 'string'),
    })),
)

test.each(given)('the sample of $what is valid', ({ schema, sample }) => {
  expect(schema.safeParse(sample).error?.issues).toBeUndefined()
})

/** Thread time of `work` in milliseconds, without other processes on this machine. */
function timeOf(work: () => unknown): number {
  const start = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}

/** The minimum of several runs, without one-time work. */
const costOf = (work: () => unknown) => Math.min(...Array.from({ length: 4 }, () => timeOf(work)))

const length = 40_000
/** Below this many milliseconds a ratio is meaningless. */
const negligible = 4

const repeated = ['a', ' ', '0', '.', '/', '(', ' (', 'a.', 'a-', 'a ', '\n', ',', '://', 'a@', '=', '_']

/** Four times the text takes four times the time, or, with a margin for noise, less than eight times. */
function expectLinear(work: (text: string) => unknown) {
  for (const part of repeated) {
    for (const [before, after] of frames) {
      const of = (size: number) => `${before}${part.repeat(size / part.length)}${after}`
      const [small, large] = [of(length), of(4 * length)]
      if (timeOf(() => work(large)) < negligible) continue
      const [cost, more] = [costOf(() => work(small)), costOf(() => work(large))]
      if (more > negligible) expect(more / cost, JSON.stringify([before, part])).toBeLessThan(8)
    }
  }
}

/** The text around it. */
const frames = [
  ['', ''],
  ['a', '\u0001'],
  [' (', '!'],
  ['http://', ' '],
] as const

test.each(texts)('validating $what takes linear time', ({ schema, sample, place }) => {
  expectLinear((text) => schema.safeParse(withValue(sample, place, text)))
})

const hidden = ['\u0007', '\u202e', '\u2066', '\u200b', '\u00ad', '\ufeff', '\u2028', '\ue000']

/**
 * Names of objects. Addresses may contain any text, because unknown names are not found; other names must not be stored
 * with invisible characters.
 */
const names = texts.filter(
  ({ what, name = '' }) =>
    / body /.test(what) &&
    /^(name|groupname|group|service|metrics?|metrictemplates|tags?|repos|package|version|hostname|attribute|parameter|key)$/.test(
      `${name}`,
    ) &&
    // Only compared with stored texts; validated by hand, with the wording that submitters know; validated by
    // `problemsOfServiceTypes`, unless another program has stored them; names of a report's document that other
    // programs may have stored, which a change keeps.
    !/PUT \S+\/apikeys |POST \/api\/v2\/probes |servicetypes |\/report(s|scope) body (filter_tags|other_profiles)\./.test(
      what,
    ),
)

test.each(names)('invisible characters are refused in $what', ({ schema, sample, place }) => {
  const accepted = hidden.filter((character) => schema.safeParse(withValue(sample, place, `a${character}b`)).success)
  expect(accepted).toEqual([])
})

test('the names of objects are tested', () => expect(names.length).toBeGreaterThan(60))

const ids = given.flatMap(({ what, schema, sample }) =>
  placesIn(sample)
    .filter((place) => /^(id|cloned_from|restored_from|before)$/.test(`${place.at(-1)}`) && !/webapi/.test(what))
    // The ids of the Web API.
    .filter((place) => !place.includes('other_profiles'))
    .map((place) => ({ what: `${what} ${place.join('.')}`, schema, sample, place })),
)

test.each(ids)('$what is a number that the database can store, also as text', ({ schema, sample, place }) => {
  const accepts = (value: unknown) => schema.safeParse(withValue(sample, place, value)).success
  expect([1, '3', 2_147_483_647, '2147483647'].filter(accepts)).toEqual([1, '3', 2_147_483_647, '2147483647'])
  const wrong = [
    0,
    -1,
    1.5,
    2_147_483_648,
    '2147483648',
    1e308,
    '0',
    '-1',
    '1.5',
    '1e3',
    ' 1',
    '0x1',
    true,
    null,
    [],
    {},
  ]
  expect(wrong.filter(accepts)).toEqual([])
})

test.each(endpoints)('the body limit of $method $path fits its schema', (endpoint) => {
  const { body } = endpoint
  if (!body) return
  const sample = sampleCall(endpoint).body
  // Every list at its maximum length, of short rows.
  const lists = placesIn(sample).filter((place) => Array.isArray(at(sample, place)))
  const values = lists.map((place) => {
    const [row] = at(sample, place) as unknown[]
    const longest = longestOf(body, sample, place)
    expect(longest, `${place.join('.')} has a maximum`).toBeLessThan(100_000)
    return longest * placesIn(row).length
  })
  expect(values.reduce((sum, count) => sum + count, 100)).toBeLessThan(maxValuesIn(bodyLimitOf(endpoint)))
})
