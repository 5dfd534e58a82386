import { describe, expect, test } from 'vitest'
import { trustedProxies } from './trusted-proxies.ts'

describe('trusted proxies', () => {
  test.each([
    [undefined, false],
    ['off', false],
    ['10.0.0.5', ['10.0.0.5']],
    ['10.0.0.0/8, fd00::/8,::1', ['10.0.0.0/8', 'fd00::/8', '::1']],
  ])('%j is %j', (text, expected) => {
    expect(trustedProxies.parse(text)).toEqual(expected)
  })

  test('a number is the number of proxies, counted from the server', () => {
    const isTrusted = trustedProxies.parse('2')
    if (typeof isTrusted !== 'function') throw new Error('It is no function.')
    expect([0, 1, 2, 3].map((hop) => isTrusted('192.0.2.1', hop))).toEqual([true, true, false, false])
  })

  test.each(['on', 'true', '*', '0', '-1', '0.0.0.0/0', '::/0', '10.0.0.5,0.0.0.0/0', 'proxy.example.org', ''])(
    '%j is refused with a message',
    (text) => {
      expect(trustedProxies.safeParse(text).error?.issues[0]?.message).toMatch(
        /^must be off, the addresses of the proxies .* trusting every address would let clients choose their own$/,
      )
    },
  )
})
