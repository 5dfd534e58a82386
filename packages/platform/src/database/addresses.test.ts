import { expect, test } from 'vitest'
import { addressesOf, isDatabaseAddress } from './addresses.ts'

test('an address with several hosts is several addresses', () => {
  expect(addressesOf('postgresql://me:p%2Cw@a:5432,b:5433/name?ssl=true')).toEqual([
    'postgresql://me:p%2Cw@a:5432/name?ssl=true',
    'postgresql://me:p%2Cw@b:5433/name?ssl=true',
  ])
  expect(addressesOf('postgres://a,b/name')).toEqual(['postgres://a/name', 'postgres://b/name'])
})

test.each(['postgresql://me@a:5432/name', 'postgresql:///name?host=/run/postgresql', 'postgresql://[::1]:5432/name'])(
  '%s is one address',
  (url) => {
    expect(addressesOf(url)).toEqual([url])
    expect(isDatabaseAddress(url)).toBe(true)
  },
)

test.each(['mysql://a/name', 'a:5432', '', 'postgresql://a:5432,b:many/name'])('%j is refused', (url) => {
  expect(isDatabaseAddress(url)).toBe(false)
})
