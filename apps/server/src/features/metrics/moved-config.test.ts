import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { movedConfig } from './update-metrics-versions.service.ts'

const pairs = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([key, value]) => ({ key, value }))

describe('the configuration of a metric on another version of its template', () => {
  test("is that of the template, except for the tenant's own values", () => {
    const { config, moves } = movedConfig({
      own: pairs({ timeout: '99', path: '/mine', interval: '5', old: '1' }),
      current: pairs({ timeout: '30', path: '/old', interval: '5', old: '1' }),
      target: pairs({ interval: '10', timeout: '60', path: '/new', fresh: 'x' }),
    })
    expect(config).toEqual(pairs({ interval: '10', timeout: '99', path: '/new', fresh: 'x' }))
    expect(moves).toEqual([
      { key: 'interval', from: '5', to: '10' },
      { key: 'timeout', from: '99', to: '99', instead: '60' },
      { key: 'path', from: '/mine', to: '/new' },
      { key: 'fresh', from: undefined, to: 'x' },
      { key: 'old', from: '1' },
    ])
  })

  test("lists no entries that are unchanged and equal the template's", () => {
    const same = pairs({ timeout: '30', path: '/p' })
    expect(movedConfig({ own: same, current: same, target: same })).toEqual({ config: same, moves: [] })
  })

  const key = fc.constantFrom('timeout', 'path', 'interval', 'retryInterval')
  const config = fc
    .uniqueArray(fc.record({ key, value: fc.constantFrom('1', '2', '3') }), { selector: (pair) => pair.key })
    .map((found) => [...found])

  test('always has the keys of the template in their order, and the path of the template', () => {
    fc.assert(
      fc.property(config, config, config, (own, current, target) => {
        const moved = movedConfig({ own, current, target }).config
        expect(moved.map((pair) => pair.key)).toEqual(target.map((pair) => pair.key))
        expect(moved.find((pair) => pair.key === 'path')).toEqual(target.find((pair) => pair.key === 'path'))
      }),
    )
  })

  test('is restored by moving back if both versions have the same keys', () => {
    fc.assert(
      fc.property(config, config, (own, held) => {
        const here = own.map((pair) => ({ ...pair, value: held.find((other) => other.key === pair.key)?.value ?? '9' }))
        const there = here.map((pair) => ({ ...pair, value: `${pair.value}0` }))
        const away = movedConfig({ own, current: here, target: there }).config
        const back = movedConfig({ own: away, current: there, target: here }).config
        const isPath = (pair: { key: string }) => pair.key === 'path'
        expect(back.filter((pair) => !isPath(pair))).toEqual(own.filter((pair) => !isPath(pair)))
      }),
    )
  })
})
