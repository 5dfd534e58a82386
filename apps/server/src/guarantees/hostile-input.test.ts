import { bodyLimitOf } from '@quatrain/contract/kit/endpoint.ts'
import { maxValuesIn } from '@quatrain/platform/http/json-bounds.ts'
import { expect, test } from 'vitest'
import { endpoints, isOfServer, requestParts, requestTexts } from '#test/request-parts.ts'
import { sampleCall } from '#test/sample-call.ts'
import { at, longestOf, placesIn, withValue } from '#test/shapes.ts'

// Requests, as far as their schemas alone decide about them.

test.each(requestParts)('the sample of $what is valid', ({ schema, sample }) => {
  expect(schema.safeParse(sample).error?.issues).toBeUndefined()
})

const hidden = ['\u0007', '\u202e', '\u2066', '\u200b', '\u00ad', '\ufeff', '\u2028', '\ue000']

/**
 * Names of objects. Addresses may contain any text, because unknown names are not found; other names must not be stored
 * with invisible characters.
 */
const names = requestTexts.filter(
  ({ what, name = '', schema, place }) =>
    / body /.test(what) &&
    !isOfServer(schema, place) &&
    /^(name|groupname|group|service|metrics?|metrictemplates|tags?|repos|package|version|hostname|attribute|parameter|key)$/.test(
      `${name}`,
    ) &&
    // Only compared with stored texts, such as a name that a change cannot replace; validated by hand, with the wording that submitters know; validated by
    // `problemsOfServiceTypes`, unless another program has stored them; names of a report's document that other
    // programs may have stored, which a change keeps.
    !/changerequests\/:id\/actions body about|PUT \S+\/apikeys |PUT \S+\/(metricprofiles|aggregations|thresholdsprofiles) body name|POST \/api\/v2\/probes |servicetypes |\/report(s|scope) body (filter_tags|other_profiles)\./.test(
      what,
    ),
)

test.each(names)('invisible characters are refused in $what', ({ schema, sample, place }) => {
  const accepted = hidden.filter((character) => schema.safeParse(withValue(sample, place, `a${character}b`)).success)
  expect(accepted).toEqual([])
})

test('the names of objects are tested', () => expect(names.length).toBeGreaterThan(60))

const ids = requestParts.flatMap(({ what, schema, sample }) =>
  placesIn(sample)
    .filter((place) => /^(id|cloned_from|restored_from|before)$/.test(`${place.at(-1)}`) && !/webapi/.test(what))
    // The ids of the Web API, and documents of writes.
    .filter((place) => !place.includes('other_profiles') && !place.includes('writes') && !isOfServer(schema, place))
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
