import { expect, test } from 'vitest'
import { meaningOfConfigKey } from '#lib/config-keys.ts'
import { sectionOf } from '#lib/sections.ts'
import { crumbsOf } from './crumbs.ts'

/** Names that every object inherits. */
const inherited = ['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty']

test.each(inherited)('%s is a name like any other', (name) => {
  expect(meaningOfConfigKey(name)).toBeUndefined()
  expect(sectionOf(`/ui/${name}`)).toBeUndefined()
  expect(sectionOf(`/ui/administration/${name}`)?.at).toBe('administration')
  for (const crumb of crumbsOf(`/ui/metrics/${name}/${name}`)) expect(crumb.label).toBeTypeOf('string')
})
