import { all, type Expected, history } from './expected.ts'

const shared: readonly Expected[] = [
  all('/ui/public_home', 'Public pages'),
  all('/ui/public_probes', 'Select probe for details'),
  all('/ui/public_probes/{name=ams-probe}', 'Probe details ams-probe'),
  ...history(all, '/ui/public_probes/{name=ams-probe}', 'Probe version ams-probe (0.1.2)', ['0.1.2', '0.1.0']),
  all('/ui/public_metrictemplates', 'Select metric template for details'),
  all('/ui/public_metrictemplates/{name=argo.AMS-Check}', 'Metric template details argo.AMS-Check'),
  ...history(all, '/ui/public_metrictemplates/{name=argo.AMS-Check}', 'Metric template version 0.1.2 argo.AMS-Check', [
    '0.1.2',
    '0.1.0',
  ]),
  all('/ui/public_default_ports', 'Default ports'),
  all('/ui/public_metrictags', 'Select metric tag for details'),
  all('/ui/public_metrictags/{name=aai}', 'Metric tag details aai'),
]

/** The specified pages that need no login, in both deployments. */
export const specifiedForEverybody = {
  super: shared,
  tenant: [
    ...shared,
    ...pagesOf('metrics', 'metric', 'argo.API-Check'),
    ...pagesOf('reports', 'report', 'Critical'),
    ...pagesOf('metricprofiles', 'metric profile', 'NORDIC_MON'),
    ...pagesOf('aggregationprofiles', 'aggregation profile', 'nordic_critical'),
    ...pagesOf('thresholdsprofiles', 'thresholds profile', 'NORDIC_RESPONSE_TIMES'),
    ...pagesOf('operationsprofiles', 'operations profile', 'nordic_ops'),
    all('/ui/public_servicetypes', 'Service types'),
    all('/ui/public_servicetypes/{name=webdav}', 'Service type details webdav'),
  ],
} as const satisfies Record<string, readonly Expected[]>

const addedToBoth: readonly Expected[] = [
  all('/ui/public_documentation', 'Documentation'),
  all('/ui/public_default_ports/{name=BDII_PORT}', 'Default ports'),
]

/** Addresses of public pages that do not exist. */
export const missingForEverybody = {
  super: ['/ui/public_nowhere', '/ui/public_metrics'],
  tenant: ['/ui/public_nowhere'],
} as const

/** Public pages that the specification does not name. */
export const addedForEverybody = {
  super: addedToBoth,
  tenant: [
    ...addedToBoth,
    ...history(all, '/ui/public_metricprofiles/{name=NORDIC_MON}', 'Metric profile version 2 NORDIC_MON', ['2', '1']),
  ],
} as const satisfies Record<string, readonly Expected[]>

function pagesOf(path: string, thing: string, name: string): Expected[] {
  const details = `${thing.charAt(0).toUpperCase()}${thing.slice(1)} details`
  return [
    all(`/ui/public_${path}`, `Select ${thing} for details`),
    all(`/ui/public_${path}/{name=${name}}`, `${details} ${name}`),
  ]
}
