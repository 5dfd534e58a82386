import { expect, test } from 'vitest'
import { metricProfileDefinition, metricProfileSchema, metricProfileValuesOf } from './metric-profile-form.ts'
import { type KnownParts, type PairRow, pairRows } from './pair-rows.ts'

const stored = pairRows.fromStored([{ service: 'web', metric: 'gone' }])
const http = { service: undefined, metric: new Set(['http']) }
const nothing = { service: undefined, metric: undefined }

function check(services: readonly PairRow[], known: KnownParts = nothing): string[] {
  const values = { name: 'CORE', groupname: 'ops', description: '', services: [...services] }
  const { error } = metricProfileSchema(known, stored).safeParse(values)
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

test('a row needs both fields, unless both are blank', () => {
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

test('metrics have to be known, stored already, or not loaded yet', () => {
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

test('service types have to be known, stored already, or not loaded yet', () => {
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

test('of duplicate rows the new and the changed ones are marked, not the stored one', () => {
  expect(check([...stored, pairRows.newRow({ service: ' web', metric: 'gone ' })])).toEqual([
    'services.1.row: Duplicated',
  ])
  expect(
    check([pairRows.newRow({ service: 'dns', metric: 'http' }), pairRows.newRow({ service: 'dns', metric: 'http' })]),
  ).toEqual(['services.0.row: Duplicated', 'services.1.row: Duplicated'])
})

test('a valid document is read as values', () => {
  const document = {
    name: 'CORE',
    groupname: 'ops',
    description: '',
    metricinstances: [{ service: 'web', metric: 'http' }],
  }
  expect(metricProfileDefinition.fromDocument(document)).toEqual(
    metricProfileValuesOf({ name: 'CORE', groupname: 'ops', description: '', services: document.metricinstances }),
  )
  expect(metricProfileDefinition.fromDocument({ name: 'CORE' })).toBeUndefined()
})
