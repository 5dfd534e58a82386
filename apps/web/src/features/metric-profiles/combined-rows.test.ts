import { pairKey } from '@quatrain/contract/resources/metric-profile.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Chosen, choiceOf, combine, pairsFrom } from './CombinedFrom.tsx'
import { type PairRow, pairRows } from './pair-rows.ts'

const pair = (text: string) => {
  const [service = '', metric = ''] = text.split(' ')
  return { service, metric }
}
const profile = (tenant: string, name: string, ...pairs: string[]): Chosen => ({
  tenant,
  profile: name,
  pairs: pairs.map(pair),
})
const seen = (rows: readonly PairRow[]) =>
  rows.map(({ service, metric, from }) =>
    [service, metric, ...from.map(({ tenant }) => `<${tenant}`)].filter(Boolean).join(' '),
  )

const alpine = profile('ALPINE', 'CLOUD', 'web http', 'dns resolve')
const nordic = profile('NORDIC', 'CORE', 'web http', 'Mail smtp')

test('the list is the union of all selected profiles, each pair once, with its tenants', () => {
  expect(seen(combine([pairRows.newRow()], [alpine, nordic]))).toEqual([
    'dns resolve <ALPINE',
    'Mail smtp <NORDIC',
    'web http <ALPINE <NORDIC',
  ])
})

test('rows that were added by hand are kept, even if they are selected too, and after the selection is cleared', () => {
  const byHand = [
    pairRows.newRow({ service: 'ftp', metric: 'ping' }),
    pairRows.newRow({ service: ' web', metric: 'http' }),
    pairRows.newRow(),
  ]
  const combined = combine(byHand, [alpine])
  expect(seen(combined)).toEqual([' web http', 'dns resolve <ALPINE', 'ftp ping'])
  expect(seen(combine(combined, []))).toEqual([' web http', 'ftp ping'])
})

test('another selection replaces the previous one, and common pairs keep their rows', () => {
  const before = combine([], [alpine])
  const after = combine(before, [profile('ALPINE', 'OTHER', 'web http', 'ntp time')])
  expect(seen(after)).toEqual(['ntp time <ALPINE', 'web http <ALPINE'])
  expect(after.map(({ id }) => id)).toContain(before.find(({ service }) => service === 'web')?.id)
  expect(choiceOf(after, 'ALPINE')).toBe('OTHER')
})

test('a row that was changed by hand counts as added by hand', () => {
  const [dns, web] = combine([], [alpine])
  const changed = pairRows.rowWith(dns?.id ?? '', { service: 'dns', metric: 'reverse' })
  expect(seen(combine([changed, ...(web ? [web] : [])], [alpine]))).toEqual([
    'dns resolve <ALPINE',
    'dns reverse',
    'web http <ALPINE',
  ])
})

test('an empty list has one blank row', () => {
  expect(seen(combine(combine([], [alpine]), []))).toEqual([''])
})

test('the selection is derived from the rows', () => {
  const rows = combine([], [alpine, nordic])
  expect([choiceOf(rows, 'ALPINE'), choiceOf(rows, 'NORDIC'), choiceOf(rows, 'SOUTH')]).toEqual([
    'CLOUD',
    'CORE',
    undefined,
  ])
  expect(pairsFrom(rows, nordic).map(pairKey)).toEqual(['Mail\nsmtp', 'web\nhttp'])
})

test('for any rows and selections: no loss, no duplicates, idempotent', () => {
  const names = fc.constantFrom('a', 'b', 'c', 'd')
  const pairs = fc.array(fc.record({ service: names, metric: names }), { maxLength: 12 })
  const choices = fc.tuple(pairs, pairs).map(([one, two]): Chosen[] => [
    { tenant: 'ONE', profile: 'P', pairs: one },
    { tenant: 'TWO', profile: 'Q', pairs: two },
  ])
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.record({ service: names, metric: names }), { selector: pairKey }),
      choices,
      (hand, chosen) => {
        const rows = combine(
          hand.map(({ service, metric }) => pairRows.newRow({ service, metric })),
          chosen,
        )
        const keys = rows.filter(({ service }) => service !== '').map(pairKey)
        expect(new Set(keys)).toEqual(new Set([...hand, ...chosen.flatMap(({ pairs }) => pairs)].map(pairKey)))
        expect(new Set(keys).size).toBe(keys.length)
        expect(seen(combine(rows, chosen))).toEqual(seen(rows))
      },
    ),
  )
})
