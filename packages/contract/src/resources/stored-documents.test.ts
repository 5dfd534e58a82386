import { allResources } from '@quatrain/contract/testing/all-resources.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Resource } from '../kit/resource.ts'
import { documentFromInput, inputFromDocument } from '../kit/stored-document.ts'
import { aggregationProfiles } from './aggregation-profile.ts'
import { metrics } from './metric.ts'
import { metricProfiles } from './metric-profile.ts'
import { metricTags } from './metric-tag.ts'
import { packages } from './package.ts'
import { probes } from './probe.ts'
import { thresholdsProfiles } from './thresholds-profile.ts'

/** Random documents of a schema. The package of a probe is a label with its version, as writes require. */
function documentsOf(schema: unknown): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, field]) => [name, documentsOf(field)] as const)
    return fc.record(Object.fromEntries(fields), { noNullPrototype: true })
  }
  if (schema instanceof z.ZodArray) return fc.array(documentsOf(schema.element), { maxLength: 4 })
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodNumber) return fc.double({ noNaN: true, noDefaultInfinity: true })
  return schema instanceof z.ZodBoolean ? fc.boolean() : fc.string()
}

const probeDocuments = fc
  .tuple(documentsOf(probes.document), fc.stringMatching(/^[a-z]+$/), fc.stringMatching(/^[0-9.]+$/))
  .map(([document, name, version]) => ({ ...Object(document), version, package: `${name} (${version})` }))

/** Documents of these contain more than a write sends: a metric's template, the rotations of a key. */
const partlyWritten = new Set(['metric', 'tenant', 'apikey'])
const whole = allResources.filter(({ kind }) => !partlyWritten.has(kind))

test.each(whole.map((resource) => [resource.label.many, resource] as const))(
  'documents of %s convert to inputs of writes and back without loss',
  (_, resource) => {
    const documents = resource.kind === probes.kind ? probeDocuments : documentsOf(resource.document)
    fc.assert(
      fc.property(documents, (document) => {
        const input = inputFromDocument(resource, document)
        expect(input).toBeDefined()
        const again = documentFromInput(resource, Object(input))
        expect(again).toEqual(document)
        expect(inputFromDocument(resource, again)).toEqual(input)
      }),
    )
  },
)

const pair = { key: 'timeout', value: '30' }

/** Stored documents: these texts must stay readable whenever the contract changes. */
const golden: readonly (readonly [Resource, string, object])[] = [
  [
    metricProfiles,
    '{"name":"CORE","groupname":"ops","description":"","metricinstances":[{"service":"web","metric":"http"}]}',
    { name: 'CORE', groupname: 'ops', description: '', services: [{ service: 'web', metric: 'http' }] },
  ],
  [
    metrics,
    '{"name":"http","mtype":"Active","tags":[],"group":"ops","probeversion":"web (1)","description":"","parent":"",' +
      '"probeexecutable":"check","config":[{"key":"timeout","value":"30"}],"attribute":[],"dependancy":[],"flags":[],"parameter":[]}',
    { name: 'http', group: 'ops', config: [pair] },
  ],
  [
    metrics,
    '{"name":"heard","mtype":"Passive","tags":[],"group":"ops","probeversion":"","description":"","parent":"",' +
      '"probeexecutable":"","config":[],"attribute":[],"dependancy":[],"flags":[],"parameter":[]}',
    { name: 'heard', group: 'ops' },
  ],
  [
    probes,
    '{"name":"web","version":"1.4.0","package":"web-probes (1.4.0)","description":"d","comment":"c","repository":"r","docurl":"u"}',
    { name: 'web', package: 'web-probes (1.4.0)', description: 'd', comment: 'c', repository: 'r', docurl: 'u' },
  ],
  [
    aggregationProfiles,
    '{"name":"critical","groupname":"ops","description":"","endpoint_group":"sites","metric_operation":"AND","profile_operation":"OR",' +
      '"metric_profile":"CORE","groups":[{"name":"web","operation":"OR","services":[{"name":"portal","operation":"AND"}]}]}',
    {
      name: 'critical',
      groupname: 'ops',
      description: '',
      endpoint_group: 'sites',
      metric_operation: 'AND',
      profile_operation: 'OR',
      metric_profile: 'CORE',
      groups: [{ name: 'web', operation: 'OR', services: [{ name: 'portal', operation: 'AND' }] }],
    },
  ],
  [
    thresholdsProfiles,
    '{"name":"limits","groupname":"ops","description":"","rules":[{"metric":"http","host":"h","thresholds":"time=1s;0:5;5:"}]}',
    {
      name: 'limits',
      groupname: 'ops',
      description: '',
      rules: [{ metric: 'http', host: 'h', thresholds: 'time=1s;0:5;5:' }],
    },
  ],
  [metricTags, '{"name":"internal","metrics":["http"]}', { name: 'internal', metrics: ['http'] }],
  [
    packages,
    '{"name":"web-probes","version":"1.4.0","use_present_version":false,"repos":["base (Rocky 9)"]}',
    { name: 'web-probes', version: '1.4.0', use_present_version: false, repos: ['base (Rocky 9)'] },
  ],
]

test.each(golden)('a stored document converts to the input of a write: %#', (resource, stored, input) => {
  expect(inputFromDocument(resource, JSON.parse(stored))).toEqual(input)
})

test('the stored document of a metric profile keeps its field names and their order', () => {
  const input = { description: '', services: [{ metric: 'http', service: 'web' }], groupname: 'ops', name: 'CORE' }
  expect(JSON.stringify(metricProfiles.toDocument(input))).toBe(golden[0]?.[1])
})

test('an invalid document converts to nothing', () => {
  expect(inputFromDocument(metricProfiles, { name: 'CORE' })).toBeUndefined()
})
