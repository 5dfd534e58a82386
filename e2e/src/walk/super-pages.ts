import { addedBySuperusers, all, changedBySuperusers, type Expected, history, superusers } from './expected.ts'

const administration = '/ui/administration'

/** The specified pages of the super-tenant, which has no groups. */
export const specifiedInSuperTenant: readonly Expected[] = [
  // Others have no administration: decision 41.
  changedBySuperusers('/ui/', 'Home all', 'Administration'),
  changedBySuperusers('/ui/login', 'Home all', 'Administration'),
  all('/ui/home', 'Home all'),
  ...catalogue('probes', 'probe', '{name=ams-probe}', 'ams-probe'),
  ...history(all, '/ui/probes/{name=ams-probe}', 'Probe version ams-probe (0.1.2)', ['0.1.2', '0.1.0']),
  ...catalogue('metrictags', 'metric tag', '{name=aai}', 'aai').slice(0, 3),
  ...catalogue('metrictemplates', 'metric template', '{name=argo.AMS-Check}', 'argo.AMS-Check'),
  ...history(all, '/ui/metrictemplates/{name=argo.AMS-Check}', 'Metric template version 0.1.2 argo.AMS-Check', [
    '0.1.2',
    '0.1.0',
  ]),
  ...catalogue('yumrepos', 'YUM repo', '{name=argo-centos7}', 'argo-centos7'),
  ...catalogue('packages', 'package', '{nameversion=argo-probe-ams-0.1.2}', 'argo-probe-ams-0.1.2'),
  superusers(administration, 'Administration'),
  superusers(`${administration}/default_ports`, 'Default ports'),
  superusers(`${administration}/users`, 'Select user to change'),
  superusers(`${administration}/users/add`, 'Add user'),
  superusers(`${administration}/users/{user_name=observer}`, 'Change user observer'),
  superusers(`${administration}/users/{user_name=admin}/change_password`, 'Change password admin'),
  superusers(`${administration}/apikey`, 'Select API key to change'),
  superusers(`${administration}/apikey/add`, 'Add API key'),
  superusers(`${administration}/apikey/{name=status-page}`, 'Change API key status-page'),
  all('/ui/tenants', 'Select tenant for details'),
  all('/ui/tenants/{name=NORDIC}', 'Tenant details NORDIC'),
  all('/ui/cookiepolicies', 'Cookie Policies'),
]

/** Pages of the super-tenant that the specification does not name. */
export const addedToSuperTenant: readonly Expected[] = [
  all('/ui/about', 'About Quatrain'),
  all('/ui/documentation', 'Documentation'),
  all('/ui/changes', 'Changes'),
  all('/ui/changes/{number=1}', /^Change of /),
  all('/ui/profile', /^Your profile /),
  all('/ui/profile/change_password', /^Change password /),
  addedBySuperusers('/ui/metrictags/{name=aai}/clone', 'Clone', 'metric tag'),
  ...history(all, '/ui/metrictags/{name=aai}', 'Metric tag version 1 aai', ['1', '1']),
  ...history(all, '/ui/yumrepos/{name=argo-centos7}', 'YUM repo version 1 argo-centos7', ['1', '1']),
  ...history(all, '/ui/packages/{name=argo-probe-ams-0.1.2}', 'Package version 1 argo-probe-ams-0.1.2', ['1', '1']),
  ...history(all, '/ui/tenants/{name=NORDIC}', 'Tenant version 1 NORDIC', ['1', '1']),
  ...history(superusers, `${administration}/users/{name=observer}`, 'User version 1 observer', ['1', '1']),
  superusers(`${administration}/default_ports/{name=BDII_PORT}`, 'Default ports'),
  ...history(superusers, `${administration}/default_ports/{name=BDII_PORT}`, 'Default port version 1 BDII_PORT', [
    '1',
    '1',
  ]),
  superusers(`${administration}/secondfactor`, 'Second factor'),
  superusers(`${administration}/status`, 'Status'),
  superusers(`${administration}/rollouts`, 'Roll-outs'),
  superusers(`${administration}/identityproviders`, 'Select identity provider to change'),
  superusers(`${administration}/identityproviders/add`, 'Add identity provider'),
  superusers(
    `${administration}/identityproviders/{name=ALPINE: Demonstration}`,
    'Change identity provider ALPINE: Demonstration',
  ),
  ...history(
    superusers,
    `${administration}/identityproviders/{name=ALPINE: Demonstration}`,
    'Identity provider version 1 ALPINE: Demonstration',
    ['1', '1'],
  ),
  ...history(superusers, `${administration}/apikey/{name=status-page}`, 'API key version 1 status-page', ['1', '1']),
]

/** Addresses without a page, and pages of objects that the super-tenant does not have. */
export const missingInSuperTenant: readonly string[] = [
  '/ui/nowhere',
  '/ui/metrics',
  `${administration}/groupofreports`,
  // Other tests store roll-outs in the same deployment, but never so many.
  `${administration}/rollouts/{number=999999}`,
  `${administration}/identityproviders/{name=ALPINE: Demonstration}/test/{test=x}`,
]

function catalogue(path: string, thing: string, example: string, name: string): Expected[] {
  const address = `/ui/${path}`
  const details = `${thing.charAt(0).toUpperCase()}${thing.slice(1)} details`
  return [
    changedBySuperusers(address, `Select ${thing} for details`, `Select ${thing} to change`),
    addedBySuperusers(`${address}/add`, 'Add', thing),
    changedBySuperusers(`${address}/${example}`, `${details} ${name}`, `Change ${thing} ${name}`),
    addedBySuperusers(`${address}/${example}/clone`, 'Clone', thing),
  ]
}
