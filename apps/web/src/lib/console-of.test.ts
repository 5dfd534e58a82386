import { expect, test } from 'vitest'
import { consoleOf } from './console-of.ts'

test.each([
  ['nordic.example.org', 'https:', '', 'https://nordic.example.org'],
  ['nordic.localhost', 'http:', '8080', 'http://nordic.localhost:8080'],
  ['nordic.example.org:8443', 'https:', '9443', 'https://nordic.example.org:8443'],
])('the console of %s, from a page of %s at port "%s", is %s', (domain_url, protocol, port, address) => {
  expect(consoleOf({ domain_url }, { protocol, port })).toBe(address)
})
