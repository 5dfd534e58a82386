import { expect, test } from 'vitest'
import { metricProfileDefinition, metricProfileSchema, valuesOf } from './metric-profile-form.ts'
import { type KnownParts, type PairRow, pairRows } from './pair-rows.ts'

const stored = pairRows.fromStored([{ service: 'web', metric: 'gone' }])
const http = { service: undefined, metric: new Set(['http']) }
const nothing = { service: undefined, metric: undefined }

function check(services: readonly PairRow[], known: KnownParts = nothing): string[] {
  const values = { name: 'CORE', groupname: 'ops', description: '', services: [...services] }
  const { error } = metricProfileSchema(known, stored).safeParse(values)
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

test('a row needs both halves, unless both are blank', () => {
  expect(
    check(
      [
        pairRows.newRow({ service: 'web', metric: '' }),
        pairRows.newRow({ service: '', metric: 'http' }),
        pairRows.newRow(),
      ],
      http,
    ),
  ).toEqual(['services.0.metric: Required', 'services.1.service: Required'])
})

test('metrics are predefined, or stored already, or not known yet', () => {
  expect(check([pairRows.newRow({ service: 'dns', metric: 'telepathy' })], http)).toEqual([
    'services.0.metric: Must be one of predefined metrics',
  ])
  expect(
    check(
      [pairRows.newRow({ service: 'dns', metric: 'gone' }), pairRows.newRow({ service: 'dns', metric: 'http' })],
      http,
    ),
  ).toEqual([])
  expect(check([pairRows.newRow({ service: 'dns', metric: 'telepathy' })])).toEqual([])
})

test('services are known service types, or stored already, or nobody knows any', () => {
  const known = { ...http, service: new Set(['dns']) }
  expect(
    check(
      [pairRows.newRow({ service: 'mail', metric: 'http' }), pairRows.newRow({ service: 'fax', metric: 'telepathy' })],
      known,
    ),
  ).toEqual([
    'services.0.service: Must be one of predefined service types',
    'services.1.service: Must be one of predefined service types',
    'services.1.metric: Must be one of predefined metrics',
  ])
  expect(
    check(
      [pairRows.newRow({ service: ' dns ', metric: 'http' }), pairRows.newRow({ service: 'web', metric: 'http' })],
      known,
    ),
  ).toEqual([])
  expect(check([pairRows.newRow({ service: 'mail', metric: 'http' })], http)).toEqual([])
})

test('of rows that repeat each other the new and the changed are marked, not the stored', () => {
  expect(check([...stored, pairRows.newRow({ service: ' web', metric: 'gone ' })])).toEqual([
    'services.1.row: Duplicated',
  ])
  expect(
    check([pairRows.newRow({ service: 'dns', metric: 'http' }), pairRows.newRow({ service: 'dns', metric: 'http' })]),
  ).toEqual(['services.0.row: Duplicated', 'services.1.row: Duplicated'])
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
