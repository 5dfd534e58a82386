import { expect, test } from 'vitest'
import { z } from 'zod'
import { diff, size } from '../compare/compare.ts'
import {
  type AggregationGroup,
  aggregationOperations,
  aggregationProfiles,
  byServiceName,
  endpointGroups,
} from './aggregation-profile.ts'

const web: AggregationGroup = { name: 'web', operation: 'OR', services: [{ name: 'portal', operation: 'AND' }] }
const storage: AggregationGroup = { name: 'storage', operation: 'OR', services: [{ name: 'SRM', operation: 'AND' }] }
const input = {
  name: 'critical',
  groupname: 'ops',
  endpoint_group: 'sites',
  metric_operation: 'AND',
  profile_operation: 'AND',
  metric_profile: 'CORE',
}
const document = { ...input, description: '', groups: [web, storage] }

const errorsOf = (given: object) => {
  const { error } = aggregationProfiles.add.safeParse({ ...input, ...given })
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}

test('groups are accepted as a list and as JSON in a text', () => {
  const groups = [web, storage]
  expect(aggregationProfiles.add.parse({ ...input, groups })).toEqual({ ...input, groups })
  expect(aggregationProfiles.add.parse({ ...input, groups: JSON.stringify(groups) })).toEqual({ ...input, groups })
})

test('a message names the field', () => {
  const nameless = { name: '', operation: '', services: [{ name: '', operation: '' }] }
  const required = 'Required'
  expect(errorsOf({ groups: [nameless] })).toEqual({
    'groups.0.name': required,
    'groups.0.operation': required,
    'groups.0.services.0.name': required,
    'groups.0.services.0.operation': required,
  })
  expect(errorsOf({ groups: [{ ...web, services: [] }] })).toEqual({
    'groups.0.services': 'A group must have at least one service',
  })
  expect(errorsOf({ groups: [web, web] })).toEqual({ 'groups.1': 'Duplicated' })
  const twice = { ...web, services: [...web.services, ...web.services] }
  expect(errorsOf({ groups: [twice] })).toEqual({ 'groups.0.services.1': 'Duplicated' })
  expect(errorsOf({ groups: '[{' })).toEqual({ groups: 'Must be a list of groups, or its JSON as a text' })
})

test('the description of the API shows the groups as a list', () => {
  const schema = z.toJSONSchema(aggregationProfiles.add, { io: 'input' })
  expect(schema.properties?.groups).toMatchObject({ type: 'array', items: { type: 'object' } })
})

test.each(endpointGroups)('%s with every operation is accepted', (endpoint_group) => {
  for (const operation of aggregationOperations) {
    const given = { ...input, endpoint_group, metric_operation: operation, groups: [{ ...web, operation }] }
    expect(aggregationProfiles.add.parse(given)).toEqual(given)
  }
})

test('one changed operation is one difference; equal groups are none', () => {
  const or = { ...web, services: [{ name: 'portal', operation: 'OR' }] }
  expect(size(diff(aggregationProfiles.compared, document, { ...document, groups: [or, storage] }))).toBe(1)
  expect(diff(aggregationProfiles.compared, document, structuredClone(document))).toEqual({})
})

test('services are ordered by name, ignoring case', () => {
  const names = ['srm', 'ARC-CE', 'SRM', 'argo.mon']
  expect(names.map((name) => ({ name })).sort(byServiceName)).toEqual(
    ['ARC-CE', 'argo.mon', 'SRM', 'srm'].map((name) => ({ name })),
  )
})
