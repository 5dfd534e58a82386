import { expect, test } from 'vitest'
import { managedKinds } from './configuration.ts'
import { configuredKinds } from './configured-kinds.ts'

test('the kinds that can be managed are those that files can have', () => {
  expect([...managedKinds]).toEqual(configuredKinds.map(({ resource }) => resource.kind))
})
