/** The kind of console at a host name: that of the super-tenant, or that of a tenant. */
export type Deployment = 'super' | 'tenant'

export const everywhere: readonly Deployment[] = ['super', 'tenant']
export const tenantOnly: readonly Deployment[] = ['tenant']
export const superOnly: readonly Deployment[] = ['super']
