import { all, changedBySuperusers, type Expected, superusers, withoutVersions } from './expected.ts'
import { pagesOfKinds } from './kinds.ts'

const administration = '/ui/administration'

/** The pages of the super-tenant, which has no groups. */
export const pagesInSuperTenant: readonly Expected[] = [
  // Others have no administration: decision 41.
  changedBySuperusers('/ui/', 'Home Super-tenant', 'Administration'),
  changedBySuperusers('/ui/login', 'Home Super-tenant', 'Administration'),
  all('/ui/home', 'Home Super-tenant'),
  all('/ui/cookiepolicies', 'Cookie Policies'),
  all('/ui/about', 'About Quatrain'),
  all('/ui/documentation', 'Documentation'),
  all('/ui/changerequests', 'Change requests'),
  all('/ui/findings', 'Findings'),
  all('/ui/findings/rules', 'Rules of findings'),
  all('/ui/changes', 'Changes'),
  all('/ui/changes/{number=1}', /^Change of /),
  all('/ui/profile', /^Your profile /),
  all('/ui/profile/change_password', /^Change password /),
  ...pagesOfKinds('super'),
  superusers(administration, 'Administration'),
  superusers(`${administration}/default_ports`, 'Default ports'),
  superusers(`${administration}/default_ports/{name=BDII_PORT}`, 'Default ports'),
  superusers(`${administration}/users/{user_name=admin}/change_password`, 'Change password admin'),
  superusers(`${administration}/secondfactor`, 'Second factor'),
  superusers(`${administration}/changerule`, 'Rule of change requests'),
  superusers(`${administration}/managed`, 'Managed as code'),
  superusers(`${administration}/status`, 'Status'),
  superusers(`${administration}/rollouts`, 'Roll-outs'),
]

/** Addresses without a page, and pages of objects that the super-tenant does not have. */
export const missingInSuperTenant: readonly string[] = [
  '/ui/nowhere',
  '/ui/metrics',
  `${administration}/groupofreports`,
  // Other tests store roll-outs in the same deployment, but never so many.
  `${administration}/rollouts/{number=999999}`,
  '/ui/changerequests/{number=999999}',
  `${administration}/webhooks/{name=none}`,
  `${administration}/webhooks/{name=none}/messages`,
  ...withoutVersions(`${administration}/webhooks/{name=none}`),
  `${administration}/identityproviders/{name=ALPINE: Demonstration}/test/{test=x}`,
]
