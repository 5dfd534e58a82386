import { expect, test } from 'vitest'
import { memberPath } from './way-back.ts'

test('an address of the console leads back to itself, with its search', () => {
  expect(memberPath('/ui/metricprofiles?page=2')).toBe('/ui/metricprofiles?page=2')
})

test('a public address leads to its twin for whoever is signed in', () => {
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
])('%s leads nowhere', (address) => expect(memberPath(address)).toBeUndefined())

test('an address that is too long leads nowhere', () => {
  expect(memberPath(`/ui/${'x'.repeat(2000)}`)).toBeUndefined()
})
