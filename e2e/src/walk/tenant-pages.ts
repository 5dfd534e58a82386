import {
  all,
  creation,
  type Expected,
  history,
  list,
  notFound,
  object,
  refused,
  row,
  superusers,
  withoutVersions,
} from './expected.ts'

const administration = '/ui/administration'

/** The specified pages of a tenant; the example is NORDIC. */
export const specifiedInTenants: readonly Expected[] = [
  start('/ui/'),
  start('/ui/login'),
  all('/ui/home', 'Home NORDIC'),
  all('/ui/probes', 'Select probe for details'),
  all('/ui/probes/{name=ams-probe}', 'Probe details ams-probe'),
  ...history(all, '/ui/probes/{name=ams-probe}', 'Probe version ams-probe (0.1.2)', ['0.1.2', '0.1.0']),
  all('/ui/probes/{name=ams-probe}/{metrictemplatename=argo.AMS-Check}', 'Metric template details argo.AMS-Check'),
  list('/ui/metrics', 'metric'),
  object('/ui/metrics/{name=argo.API-Check}', 'metric'),
  ...history(all, '/ui/metrics/{name=argo.API-Check}', 'Metric version 2 argo.API-Check', ['2', '1']),
  list('/ui/metricprofiles', 'metric profile'),
  creation('/ui/metricprofiles/add', 'Add', 'metric profile'),
  object('/ui/metricprofiles/{name=NORDIC_MON}', 'metric profile'),
  creation('/ui/metricprofiles/{name=NORDIC_MON}/clone', 'Clone', 'metric profile'),
  ...history(all, '/ui/metricprofiles/{name=NORDIC_MON}', 'Metric profile version 2 NORDIC_MON', ['2', '1']),
  list('/ui/aggregationprofiles', 'aggregation profile'),
  creation('/ui/aggregationprofiles/add', 'Add', 'aggregation profile'),
  object('/ui/aggregationprofiles/{name=nordic_critical}', 'aggregation profile'),
  ...history(all, '/ui/aggregationprofiles/{name=nordic_critical}', 'Aggregation profile version 2 nordic_critical', [
    '2',
    '1',
  ]),
  list('/ui/thresholdsprofiles', 'thresholds profile'),
  creation('/ui/thresholdsprofiles/add', 'Add', 'thresholds profile'),
  object('/ui/thresholdsprofiles/{name=NORDIC_RESPONSE_TIMES}', 'thresholds profile'),
  ...history(
    all,
    '/ui/thresholdsprofiles/{name=NORDIC_RESPONSE_TIMES}',
    'Thresholds profile version 2 NORDIC_RESPONSE_TIMES',
    ['2', '1'],
  ),
  all('/ui/operationsprofiles', 'Select operations profile for details'),
  all('/ui/operationsprofiles/{name=nordic_ops}', 'Operations profile details nordic_ops'),
  list('/ui/reports', 'report'),
  creation('/ui/reports/add', 'Add', 'report'),
  object('/ui/reports/{name=Critical}', 'report'),
  all('/ui/servicetypes/', 'Service types'),
  superusers('/ui/servicetypes/add', 'Add service types'),
  all('/ui/cookiepolicies/', 'Cookie Policies'),
  superusers(administration, 'Administration'),
  superusers(`${administration}/users`, 'Select user to change'),
  superusers(`${administration}/users/add`, 'Add user'),
  superusers(`${administration}/users/{user_name=jorn.havsand}`, 'Change user jorn.havsand'),
  ...['reports', 'metrics', 'aggregations'].flatMap((things) => groupPages(`groupof${things}`, things)),
  ...groupPages('groupofmetricprofiles', 'metric profiles'),
  ...groupPages('groupofthresholdsprofiles', 'thresholds profiles'),
  superusers(`${administration}/apikey`, 'Select API key to change'),
  superusers(`${administration}/apikey/add`, 'Add API key'),
  superusers(`${administration}/apikey/{name=NORDIC}`, 'Change API key NORDIC'),
  superusers(`${administration}/metrictemplates`, 'Select metric template for details'),
  superusers(`${administration}/metrictemplates/{name=argo.AMS-Check}`, 'Metric template details argo.AMS-Check'),
  ...history(
    superusers,
    `${administration}/metrictemplates/{name=argo.AMS-Check}`,
    'Metric template version 0.1.2 argo.AMS-Check',
    ['0.1.2', '0.1.0'],
  ),
  superusers(`${administration}/yumrepos`, 'Select YUM repo for details'),
  superusers(`${administration}/yumrepos/{name=argo-centos7}`, 'YUM repo details argo-centos7'),
  superusers(`${administration}/packages`, 'Select package for details'),
  superusers(`${administration}/packages/{nameversion=argo-probe-ams-0.1.2}`, 'Package details argo-probe-ams-0.1.2'),
  superusers(`${administration}/metricoverrides`, 'Select metric configuration override to change'),
  superusers(`${administration}/metricoverrides/add`, 'Add metric configuration override'),
  superusers(`${administration}/metricoverrides/{name=argoui}`, 'Change metric configuration override argoui'),
  superusers(`${administration}/probecandidates`, 'Select probe candidate to change'),
  superusers(`${administration}/probecandidates/{id=14}`, 'Change probe candidate cvmfs-revision-age'),
]

/** Pages of a tenant that the specification does not name. */
export const addedToTenants: readonly Expected[] = [
  all('/ui/about', 'About Quatrain'),
  all('/ui/documentation', 'Documentation'),
  all('/ui/changes', 'Changes'),
  // The first change of NORDIC is about groups.
  superusers('/ui/changes/{number=1}', /^Change of /),
  all('/ui/profile', /^Your profile /),
  all('/ui/profile/change_password', /^Change password /),
  all('/ui/metrics/add', 'Import metrics'),
  superusers('/ui/metrics/{name=argo.API-Check}/preview', 'Effective check argo.API-Check'),
  creation('/ui/reports/{name=Critical}/clone', 'Clone', 'report'),
  ...history(all, '/ui/reports/{name=Critical}', 'Report version 1 Critical', ['1', '1']),
  all('/ui/servicetypes/{name=webdav}', 'Service type details webdav'),
  all('/ui/topology', 'Endpoints'),
  all('/ui/topology/groups', 'Groups of endpoints'),
  all('/ui/topology/changedendpoints', 'Changed endpoints'),
  all('/ui/topology/changedgroups', 'Changed groups'),
  all('/ui/topology/hosts', 'Endpoints'),
  all('/ui/topology/metrics', /^Select metric (to change|for details)$/),
  all('/ui/topology/metrics/{metric=argo.API-Check}', 'Hosts of metric argo.API-Check'),
  superusers(`${administration}/effectiveresult`, 'Effective check'),
  superusers(`${administration}/differences`, 'Differences'),
  superusers(`${administration}/default_ports`, 'Default ports'),
  superusers(`${administration}/default_ports/{name=BDII_PORT}`, 'Default ports'),
  superusers(`${administration}/packages/{name=argo-probe-ams-0.1.2}/update`, 'Update metrics argo-probe-ams-0.1.2'),
  superusers(`${administration}/metricoverrides/{name=argoui}/clone`, 'Clone metric configuration override'),
  superusers(`${administration}/secondfactor`, 'Second factor'),
  superusers(`${administration}/identityproviders`, 'Select identity provider for details'),
  row(`${administration}/identityproviders/add`, notFound, notFound, refused('identity provider')),
  ...history(superusers, `${administration}/probecandidates/{id=14}`, 'Probe candidate version 2 cvmfs-revision-age', [
    '2',
    '1',
  ]),
  all(
    '/ui/topology/hosts/{hostname=apelrepository01.nordic-central.example.org}',
    /apelrepository01\.nordic-central\.example\.org$/,
  ),
  ...history(
    superusers,
    `${administration}/metricoverrides/{name=argoui}`,
    'Metric configuration override version 1 argoui',
    ['1', '1'],
  ),
  ...history(superusers, `${administration}/users/{name=jorn.havsand}`, 'User version 1 jorn.havsand', ['1', '1']),
  ...history(superusers, `${administration}/apikey/{name=NORDIC}`, 'API key version 1 NORDIC', ['1', '1']),
]

/** Addresses without a page, and pages of objects that NORDIC does not have. */
export const missingInTenants: readonly string[] = [
  '/ui/nowhere',
  '/ui/tenants',
  `${administration}/nowhere`,
  ...withoutVersions('/ui/servicetypes/{name=webdav}'),
  ...withoutVersions(`${administration}/identityproviders/{name=NORDIC: Campus}`),
  `${administration}/identityproviders/{name=NORDIC: Campus}`,
  `${administration}/identityproviders/{name=NORDIC: Campus}/test/{test=x}`,
]

/** Both lead on. */
function start(address: string): Expected {
  const profiles = list(address, 'metric profile')
  return { ...profiles, superuser: { title: 'Administration' } }
}

function groupPages(path: string, things: string): Expected[] {
  const address = `${administration}/${path}`
  const name = '{name=NORDIC}'
  return [
    superusers(address, `Select group of ${things} to change`),
    superusers(`${address}/add`, `Add group of ${things}`),
    superusers(`${address}/${name}`, `Change group of ${things} NORDIC`),
    // The specification has no history of groups.
    ...history(superusers, `${address}/${name}`, `Group of ${things} version 1 NORDIC`, ['1', '1']),
  ]
}
