import { expect, test } from 'vitest'
import { memberPath } from './return-path.ts'

test('an address of the console is restored with its query', () => {
  expect(memberPath('/ui/metricprofiles?page=2')).toBe('/ui/metricprofiles?page=2')
})

test('a public address is replaced by the one for signed-in users', () => {
  expect(memberPath('/ui/public_metricprofiles/CORE')).toBe('/ui/metricprofiles/CORE')
  expect(memberPath('/ui/public_home')).toBe('/ui/home')
})

test.each([
  '/ui',
  '/ui/',
  '/ui/login',
  '/ui/login?x=1',
  '/ui/?x',
  '/admin',
  '//evil.example',
  'https://evil.example/ui/x',
])('%s is not restored', (address) => expect(memberPath(address)).toBeUndefined())

test('a too long address is not restored', () => {
  expect(memberPath(`/ui/${'x'.repeat(2000)}`)).toBeUndefined()
})
