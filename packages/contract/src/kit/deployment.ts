/** Which kind of tenant a host name stands for: the super-tenant's own console, or a tenant's. */
export type Deployment = 'super' | 'tenant'

export const everywhere: readonly Deployment[] = ['super', 'tenant']
export const tenantOnly: readonly Deployment[] = ['tenant']
export const superOnly: readonly Deployment[] = ['super']
