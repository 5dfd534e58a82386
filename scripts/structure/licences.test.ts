import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shippedPackages } from './shipped-packages.ts'

/** Licences that allow Quatrain to be passed on under its own. */
const permissive = [
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  '(MIT OR CC0-1.0)',
]

test('every package that ships has a permissive licence', () => {
  const shipped = shippedPackages(join(import.meta.dirname, '../../package-lock.json'))
  expect(shipped.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'react', 'zod']))
  const others = shipped.filter(({ license = 'none' }) => !permissive.includes(license))
  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
})
