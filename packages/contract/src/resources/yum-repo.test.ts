import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { osTagAddress, yumRepoKey } from '../kit/kind-names.ts'
import { yumRepos } from './yum-repo.ts'

const { keyOf, paramsOf } = yumRepos.address

describe('the address of a YUM repo', () => {
  test.each([
    ['Rocky 9', 'rocky9'],
    ['CentOS 7', 'centos7'],
    ['Debian-12 LTS', 'debian12lts'],
  ])('contains the OS tag %s as %s', (tag, written) => expect(osTagAddress(tag)).toBe(written))

  test('is the same text everywhere but in the API', () => {
    const name = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !/\s/.test(text))
    const tag = fc.constantFrom('CentOS 6', 'Rocky 9', 'Debian-12', 'a b-c')
    fc.assert(
      fc.property(name, tag, (name, tag) => {
        const key = yumRepoKey({ name, tag })
        expect(paramsOf(key)).toEqual({ name, tag: osTagAddress(tag) })
        expect(keyOf(paramsOf(key))).toBe(key)
        expect(keyOf({ name, tag })).toBe(key)
      }),
    )
  })

  test('without a dash is not found', () => expect(paramsOf('rocky9')).toEqual({ name: '', tag: 'rocky9' }))
})
