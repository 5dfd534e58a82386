import { configOptions, isTenantSchema } from '@quatrain/contract/console/options.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import {
  type MetricTemplate,
  type MetricTemplateRow,
  maxNamedTenants,
  metricTemplates,
  metricTemplateUsedBy,
} from '@quatrain/contract/resources/metric-template.ts'
import { probes } from '@quatrain/contract/resources/probe.ts'
import { publicTenants } from '@quatrain/contract/resources/tenant.ts'
import { aServer, aSuperuser, options } from './render-page.tsx'

export const api = resourceEndpoints(metricTemplates)
const tagsApi = resourceEndpoints(metricTags)
const probesApi = resourceEndpoints(probes)

export const aTemplate = (changes: Partial<MetricTemplate> = {}): MetricTemplate => ({
  id: 11,
  name: 'web.http',
  mtype: 'Active',
  tags: ['internal', 'web'],
  probeversion: 'http-probe (1.4.0)',
  package: 'probe-http (1.4.0)',
  description: 'The front page answers',
  parent: '',
  probeexecutable: 'check_http',
  config: [
    { key: 'maxCheckAttempts', value: '3' },
    { key: 'timeout', value: '30' },
    { key: 'path', value: '/usr/libexec/web' },
    { key: 'interval', value: '5' },
    { key: 'retryInterval', value: '3' },
  ],
  attribute: [{ key: 'URL', value: '-u' }],
  dependency: [],
  flags: [{ key: 'OBSESS', value: '1' }],
  parameter: [
    { key: '-w', value: '5' },
    { key: '-c', value: '10' },
  ],
  ...changes,
})

export const aPassive = (changes: Partial<MetricTemplate> = {}): MetricTemplate =>
  aTemplate({
    id: 12,
    name: 'web.passive',
    mtype: 'Passive',
    tags: ['deprecated'],
    probeversion: '',
    package: '',
    probeexecutable: '',
    parent: 'web.http',
    config: [],
    attribute: [],
    flags: [{ key: 'PASSIVE', value: '1' }],
    parameter: [],
    ...changes,
  })

export const rowOf = (template: MetricTemplate, tenants: string[] = []): MetricTemplateRow => ({
  ...template,
  ostag: template.mtype === 'Active' ? ['CentOS 7', 'Rocky 9'] : [],
  tenant_count: tenants.length,
  ...(tenants.length <= maxNamedTenants && { tenants }),
})

export const documentOf = ({ id: _, package: __, ...document }: MetricTemplate) => document

export const aVersion = (id: number, template: MetricTemplate, version = String(id)) => ({
  id,
  version,
  object_repr: template.name,
  date_created: `2026-01-0${id}T10:00:00Z`,
  user: 'ada',
  comment: id === 1 ? 'Initial version.' : 'Changed config field "timeout".',
  remark: '',
  fields: documentOf(template),
})

const aProbeVersion = (id: number, name: string, version: string) => ({
  id,
  version,
  object_repr: `${name} (${version})`,
  date_created: `2026-01-0${id}T10:00:00Z`,
  user: 'ada',
  comment: '',
  remark: '',
  fields: {
    name,
    version,
    package: `probe-${name.split('-')[0]} (${version})`,
    description: 'A probe',
    comment: '',
    repository: 'https://example.org/repository',
    docurl: 'https://example.org/documentation',
  },
})

const aTenant = (name: string) => ({
  name,
  schema_name: name.toLowerCase(),
  domain_url: `${name.toLowerCase()}.example.org`,
  created_on: '2026-01-01',
  nr_metrics: 2,
  nr_probes: 1,
  combined: false,
})

/** The super-tenant's server with an administrator and one template that two tenants use. */
export const aSuperServer = (template = aTemplate(), user = aSuperuser()) =>
  aServer(user)
    .answer(isTenantSchema, { isTenantSchema: false })
    .answer(configOptions, { result: { ...options, tenant_name: 'super', tenant_display_name: 'Super' } })
    .answer(api.list, [rowOf(template, ['ALPINE', 'NORDIC']), rowOf(aPassive())])
    .answer(api.get, template, '"4"')
    .versions(metricTemplates, [
      aVersion(2, template, '1.4.0'),
      aVersion(1, aTemplate({ probeversion: 'http-probe (1.3.0)' }), '1.3.0'),
    ])
    .answer(probesApi.allVersions, [
      aProbeVersion(1, 'http-probe', '1.3.0'),
      aProbeVersion(2, 'http-probe', '1.4.0'),
      aProbeVersion(3, 'http-probe', '2.0.0'),
      aProbeVersion(4, 'dns-probe', '0.1.0'),
    ])
    .answer(tagsApi.list, [
      { id: 1, name: 'internal', metrics: [{ name: 'web.http' }] },
      { id: 2, name: 'job submit', metrics: [] },
    ])
    .answer(publicTenants, [aTenant('ALPINE'), aTenant('NORDIC')])
    .answer(metricTemplateUsedBy, {
      tenants: [
        { tenant: 'ALPINE', metric: 'web.http', probeversion: 'http-probe (1.4.0)', profiles: ['CORE', 'EDGE'] },
        { tenant: 'NORDIC', metric: 'web.http', probeversion: 'http-probe (1.3.0)', profiles: [] },
      ],
      children: ['web.passive'],
      dependants: [],
    })
