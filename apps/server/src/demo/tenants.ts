import type { NewTenant } from '#features/tenants/tenants.service.ts'
import type { DemoData, DemoSuperTenant, DemoTenant } from './data.ts'

/** Host name of the super-tenant; the other tenants' names are prefixed to it. */
const superHost = 'localhost'

/** A tenant of the data with a host name of this machine. */
export const newTenant = (tenantData: DemoSuperTenant | DemoTenant): NewTenant => ({
  name: tenantData.name,
  ...('data_file' in tenantData ? {} : { hostname: superHost }),
  combinedFrom: tenantData.combined_from,
  useServiceTitle: tenantData.use_service_title,
  termsUrl: tenantData.terms_privacy_links.terms,
  privacyUrl: tenantData.terms_privacy_links.privacy,
  samlLoginString: tenantData.saml_login_string,
})

/** Sorted so that combined tenants come after the tenants that feed them. */
export const feedersFirst = (tenants: readonly DemoTenant[]): DemoTenant[] =>
  tenants.toSorted((a, b) => a.combined_from.length - b.combined_from.length)

/** Gives each tenant its own Web API keys; in the files, the super-tenant has those of all tenants. */
export function withOwnKeys({ superTenant, tenants, ...otherData }: DemoData): DemoData {
  const isOf = (tenant: string, key: string) => key === `WEB-API-${tenant}` || key === `WEB-API-${tenant}-RO`
  const keysOf = (tenant: string) => superTenant.api_keys.filter(({ name }) => isOf(tenant, name))
  const isOfNone = (key: string) => !tenants.some(({ name }) => isOf(name, key))
  return {
    ...otherData,
    superTenant: { ...superTenant, api_keys: superTenant.api_keys.filter(({ name }) => isOfNone(name)) },
    tenants: tenants.map((tenant) => ({ ...tenant, api_keys: [...tenant.api_keys, ...keysOf(tenant.name)] })),
  }
}
