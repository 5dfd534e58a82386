import { expect, test } from 'vitest'
import { domainOf } from './tenancy.ts'

test.each([
  ['nordic.test', 'nordic.test'],
  ['www.Nordic.test:8080', 'nordic.test'],
  ['www.www.test', 'www.test'],
  ['wwwx.test', 'wwwx.test'],
  ['[::1]:8080', '[::1]'],
])('the host name %s is %s', (host, domain) => {
  expect(domainOf(host)).toBe(domain)
})
