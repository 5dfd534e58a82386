import { describe, expect, test } from 'vitest'
import { failedKeysOf } from './failed-keys.ts'

const start = Date.UTC(2026, 10, 27)

describe('invalid keys', () => {
  const setUp = () => {
    const clock = { at: start }
    const failed = failedKeysOf(() => new Date(clock.at))
    const isRefused = (address: string) => {
      try {
        failed.count(address)
        return false
      } catch {
        return true
      }
    }
    /** The number of accepted attempts of a number of attempts from these addresses in turn. */
    const taken = (most: number, addressOf: (index: number) => string) =>
      Array.from({ length: most }, (_, index) => isRefused(addressOf(index))).filter((refused) => !refused).length
    return { clock, isRefused, taken }
  }

  test('are counted by address, for five minutes', () => {
    const { clock, isRefused, taken } = setUp()
    expect(taken(120, () => '192.0.2.1')).toBe(100)
    expect(isRefused('192.0.2.2')).toBe(false)
    clock.at = start + 5 * 60_000 - 1
    expect(isRefused('192.0.2.1')).toBe(true)
    clock.at = start + 5 * 60_000
    expect(isRefused('192.0.2.1')).toBe(false)
  })

  test('are counted by network: another address of the same network helps only for a while', () => {
    expect(setUp().taken(500, (index) => `192.0.2.${index % 250}`)).toBe(400)
    expect(setUp().taken(240, (index) => `2001:db8::${index}`)).toBe(100)
    expect(setUp().taken(240, (index) => `192.0.${index}.1`)).toBe(240)
  })

  test('from many addresses do not exhaust the memory, and the latest are counted', () => {
    const { isRefused, taken } = setUp()
    taken(100, () => '192.0.2.1')
    taken(12_000, (index) => `10.${index >> 8}.${index & 255}.1`)
    expect(isRefused('192.0.2.1')).toBe(false)
    expect(taken(100, () => '10.46.223.1')).toBe(99)
  })
})
