import { expect, test } from 'vitest'
import { filtersOf } from './typed-filters.ts'

test('a typed text finds a part of a field, in both cases', () => {
  expect(filtersOf({ group: ' Arctic ', service: '', hostname: undefined })).toEqual({
    group: ['*Arctic*', '*arctic*', '*ARCTIC*'],
  })
  expect(filtersOf({ hostname: 'ce.' })).toEqual({ hostname: ['*ce.*', '*CE.*'] })
  expect(filtersOf({})).toEqual({})
})

test('a tag is found by its name, or by a part of its value', () => {
  expect(filtersOf({ tags: 'monitored' })).toEqual({ tags: ['monitored:*'] })
  expect(filtersOf({ tags: 'monitored:1, scope : core' })).toEqual({
    tags: ['monitored:*1*,scope:*core*,scope:*CORE*'],
  })
  expect(filtersOf({ tags: 'info_URL:https://x' })).toEqual({
    tags: ['info_URL:*https://x*,info_URL:*HTTPS://X*'],
  })
  expect(filtersOf({ tags: ' , :1,' })).toEqual({})
  expect(filtersOf({ tags: '\\:\\1' })).toEqual({ tags: ['\\\\:*\\\\1*'] })
})
