import { all, type Expected, list, notFound, refused, row, superusers, withoutVersions } from './expected.ts'
import { pagesOfKinds } from './kinds.ts'

const administration = '/ui/administration'

/** The pages of a tenant; the example is NORDIC. */
export const pagesInTenants: readonly Expected[] = [
  start('/ui/'),
  start('/ui/login'),
  all('/ui/home', 'Home NORDIC'),
  all('/ui/cookiepolicies/', 'Cookie Policies'),
  all('/ui/about', 'About Quatrain'),
  all('/ui/documentation', 'Documentation'),
  all('/ui/changerequests', 'Change requests'),
  all('/ui/findings', 'Findings'),
  all('/ui/findings/rules', 'Rules of findings'),
  all('/ui/changes', 'Changes'),
  // The first change of NORDIC is about groups.
  superusers('/ui/changes/{number=1}', /^Change of /),
  all('/ui/profile', /^Your profile /),
  all('/ui/profile/change_password', /^Change password /),
  ...pagesOfKinds('tenant'),
  all('/ui/probes/{name=ams-probe}/{metrictemplatename=argo.AMS-Check}', 'Metric template details argo.AMS-Check'),
  all('/ui/metrics/add', 'Import metrics'),
  superusers('/ui/metrics/{name=argo.API-Check}/preview', 'Effective check argo.API-Check'),
  all('/ui/servicetypes/', 'Service types'),
  superusers('/ui/servicetypes/add', 'Add service types'),
  all('/ui/servicetypes/{name=webdav}', 'Service type details webdav'),
  all('/ui/servicetypes/{name=webdav}/dependencies', 'Dependencies webdav'),
  // The topology has it, and the console stores no version of it.
  all('/ui/servicetypes/{name=webdav}/history', 'Version history webdav'),
  all('/ui/topology', 'Endpoints'),
  all('/ui/topology/groups', 'Groups of endpoints'),
  all('/ui/topology/coverage', 'Coverage'),
  all('/ui/topology/coverage/endpoints', 'Endpoints not monitored'),
  all('/ui/topology/changedendpoints', 'Changed endpoints'),
  all('/ui/topology/changedgroups', 'Changed groups'),
  all('/ui/topology/hosts', 'Endpoints'),
  all(
    '/ui/topology/hosts/{hostname=apelrepository01.nordic-central.example.org}',
    /apelrepository01\.nordic-central\.example\.org$/,
  ),
  all(
    '/ui/topology/hosts/{hostname=apelrepository01.nordic-central.example.org}/dependencies',
    /^Dependencies apelrepository01/,
  ),
  all('/ui/topology/metrics', /^Select metric (to change|for details)$/),
  all('/ui/topology/metrics/{metric=argo.API-Check}', 'Hosts of metric argo.API-Check'),
  superusers(administration, 'Administration'),
  superusers(`${administration}/effectiveresult`, 'Effective check'),
  superusers(`${administration}/differences`, 'Differences'),
  superusers(`${administration}/default_ports`, 'Default ports'),
  superusers(`${administration}/default_ports/{name=BDII_PORT}`, 'Default ports'),
  superusers(`${administration}/packages/{name=argo-probe-ams-0.1.2}/update`, 'Update metrics argo-probe-ams-0.1.2'),
  superusers(`${administration}/secondfactor`, 'Second factor'),
  superusers(`${administration}/changerule`, 'Rule of change requests'),
  superusers(`${administration}/managed`, 'Managed as code'),
  superusers(`${administration}/identityproviders`, 'Select identity provider for details'),
  row(`${administration}/identityproviders/add`, notFound, notFound, refused('identity provider')),
]

/** Addresses without a page, and pages of objects that NORDIC does not have. */
export const missingInTenants: readonly string[] = [
  '/ui/nowhere',
  '/ui/tenants',
  '/ui/changerequests/{number=999999}',
  `${administration}/webhooks/{name=none}`,
  `${administration}/webhooks/{name=none}/messages`,
  ...withoutVersions(`${administration}/webhooks/{name=none}`),
  `${administration}/nowhere`,
  ...withoutVersions('/ui/servicetypes/{name=webdav}').slice(1),
  ...withoutVersions(`${administration}/identityproviders/{name=NORDIC: Campus}`),
  `${administration}/identityproviders/{name=NORDIC: Campus}`,
  `${administration}/identityproviders/{name=NORDIC: Campus}/test/{test=x}`,
]

/** Both lead on. */
function start(address: string): Expected {
  const profiles = list(address, 'metric profile')
  return { ...profiles, superuser: { title: 'Administration' } }
}
