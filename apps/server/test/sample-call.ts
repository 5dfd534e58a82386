import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import type { z } from 'zod'
import { sampleOf, shapeOf } from './shapes.ts'

/** Valid values of fields that do not accept any text, by name. */
const words: Readonly<Record<string, unknown>> = {
  key: 'path',
  package: 'web-probes (1.0.0)',
  repository: 'https://git.test',
  docurl: 'https://docs.test',
  repos: ['base (Rocky 9)'],
  former_versions: [],
  tag: 'Rocky 9',
  status: 'submitted',
  contact: 'dev@docs.test',
  command: 'a -t 30',
  script: 'https://git.test/a.py',
  hostname: 'host.test',
  value: '7',
  name: 'a-name',
  parent: '',
  used_by: 'poem',
  issuer: 'https://login.test.example',
  metadata_address: 'https://login.test.example/metadata',
  metadata: '<EntityDescriptor/>',
  network: '192.0.2.0/24',
  code: '123456',
  groups_attribute: 'groups',
  groupname: 'operations',
  group: 'operations',
  metric: 'disk',
  metrics: ['disk'],
  metrictemplates: ['disk'],
  config: [{ key: 'timeout', value: '9' }],
  email: 'ada@docs.test',
  password: 'four random words',
  new_password: 'four random words',
  yum_baseurl: '',
  devel_url: '',
  production_url: '',
  dry_run: 'true',
  past_rule: 'true',
  complete: 'true',
  host: '',
  thresholds: 'time=1s;0:5;5:10',
  groups: [{ name: 'compute', operation: 'OR', services: [{ name: 'ARC-CE', operation: 'OR' }] }],
  page: '1',
  steps: '1',
  limit: '10',
  link: '',
  address: 'https://hooks.test/quatrain',
  events: ['report.change'],
}

/** Filters, whose names are also those of members of bodies. */
const filters: Readonly<Record<string, unknown>> = { ...words, tags: 'monitored:1' }

/** A valid call of an endpoint with all optional fields. */
export interface SampleCall {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** A valid value of a schema, generated from it alone; the caller does not change it. */
export function sampleValue(schema: z.ZodType): unknown {
  if (!values.has(schema)) values.set(schema, sampleOf(shapeOf(schema), words))
  return values.get(schema)
}
/** Samples are made again for every caller, and JSON Schema takes time. */
const values = new WeakMap<z.ZodType, unknown>()

/** A call that is valid by the endpoint's schemas, generated from them alone. */
export function sampleCall({ path, params, query, body }: Endpoint): SampleCall {
  const sample = (schema: Endpoint['body'], valid = words) => schema && sampleOf(shapeOf(schema), valid)
  // With a time, which only this action has.
  const [, segment = ''] = /\/([^/]*)$/.exec(path) ?? []
  const timed = { jobs: 'defer', settle: 'schedule' }[segment]
  const sampleBody = sample(body, timed === undefined ? words : { ...words, action: timed })
  return { params: sample(params), query: sample(query, filters), body: withoutAlternative(sampleBody, segment) }
}

/** An inverse is that of a request or of changes. */
function withoutAlternative(body: unknown, segment: string): unknown {
  if (segment !== 'inverse') return body
  const { request: _, ...others } = Object(body)
  return others
}
