import { expect, test } from 'vitest'
import { isWebAddress } from './web-address.ts'

test.each([
  'http://docs.example.org',
  'https://docs.example.org/a?b=c#d',
  'HTTPS://DOCS.EXAMPLE.ORG:8443/',
  'ftp://files.example.org/a.rpm',
  'ftps://files.example.org/a.rpm',
  'http://127.0.0.1/x',
  'http://[::1]:8080/x',
  'https://user:pass@docs.example.org/',
  'https://bücher.example/',
  'https://xn--bcher-kva.example./',
])('%s is an address', (text) => expect(isWebAddress(text)).toBe(true))

test.each([
  '',
  'docs.example.org',
  '//docs.example.org',
  'http://host/x',
  'http://',
  'http:///x',
  'http:docs.example.org',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'mailto:dev@example.org',
  'https://docs.example.org/a b',
  'https://docs.example.org/a\nb',
  ' https://docs.example.org/',
  'https://-docs.example.org/',
  'https://docs..example.org/',
  'https://docs.123/',
  'ftp://300.1.1.1/',
])('%j is not an address', (text) => expect(isWebAddress(text)).toBe(false))

test('a machine name without a domain is accepted only where this is allowed', () => {
  expect(isWebAddress('http://localhost:8080/x')).toBe(false)
  expect(isWebAddress('http://localhost:8080/x', { localhost: true })).toBe(true)
  expect(isWebAddress('http://host/x', { localhost: true })).toBe(false)
})
