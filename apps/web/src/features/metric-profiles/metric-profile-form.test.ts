import { expect, test } from 'vitest'
import { type InstanceRow, type KnownParts, newRow, rowsOfStored } from './instance-rows.ts'
import { metricProfileDefinition, metricProfileSchema, valuesOf } from './metric-profile-form.ts'

const stored = rowsOfStored([{ service: 'web', metric: 'gone' }])
const http = { service: undefined, metric: new Set(['http']) }
const nothing = { service: undefined, metric: undefined }

function check(services: readonly InstanceRow[], known: KnownParts = nothing): string[] {
  const values = { name: 'CORE', groupname: 'ops', description: '', services: [...services] }
  const { error } = metricProfileSchema(known, stored).safeParse(values)
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

test('a row needs both halves, unless both are blank', () => {
  expect(check([newRow('web', ''), newRow('', 'http'), newRow()], http)).toEqual([
    'services.0.metric: Required',
    'services.1.service: Required',
  ])
})

test('metrics are predefined, or stored already, or not known yet', () => {
  expect(check([newRow('dns', 'telepathy')], http)).toEqual(['services.0.metric: Must be one of predefined metrics'])
  expect(check([newRow('dns', 'gone'), newRow('dns', 'http')], http)).toEqual([])
  expect(check([newRow('dns', 'telepathy')])).toEqual([])
})

test('services are known service types, or stored already, or nobody knows any', () => {
  const known = { ...http, service: new Set(['dns']) }
  expect(check([newRow('mail', 'http'), newRow('fax', 'telepathy')], known)).toEqual([
    'services.0.service: Must be one of predefined service types',
    'services.1.service: Must be one of predefined service types',
    'services.1.metric: Must be one of predefined metrics',
  ])
  expect(check([newRow(' dns ', 'http'), newRow('web', 'http')], known)).toEqual([])
  expect(check([newRow('mail', 'http')], http)).toEqual([])
})

test('of rows that repeat each other the new and the changed are marked, not the stored', () => {
  expect(check([...stored, newRow(' web', 'gone ')])).toEqual(['services.1.pair: Duplicated'])
  expect(check([newRow('dns', 'http'), newRow('dns', 'http')])).toEqual([
    'services.0.pair: Duplicated',
    'services.1.pair: Duplicated',
  ])
})

test('a document is read as values, and anything else is not', () => {
  const document = {
    name: 'CORE',
    groupname: 'ops',
    description: '',
    metricinstances: [{ service: 'web', metric: 'http' }],
  }
  expect(metricProfileDefinition.fromDocument(document)).toEqual(
    valuesOf({ name: 'CORE', groupname: 'ops', description: '', services: document.metricinstances }),
  )
  expect(metricProfileDefinition.fromDocument({ name: 'CORE' })).toBeUndefined()
})
