import { type TenantDocument, tenants } from '@quatrain/contract/tenants.ts'
import type { TextPart } from '#kit/compare/parts.ts'
import type { ComparedDefinition } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'

type TextKey = { [K in keyof TenantDocument]: TenantDocument[K] extends string ? K : never }[keyof TenantDocument]
type FlagKey = { [K in keyof TenantDocument]: TenantDocument[K] extends boolean ? K : never }[keyof TenantDocument]

const text = (label: string, key: TextKey): TextPart<TenantDocument> => ({
  kind: 'text',
  label,
  of: (tenant) => tenant[key],
  with: (tenant, text) => ({ ...tenant, [key]: text }),
})

const flag = (label: string, key: FlagKey): TextPart<TenantDocument> => ({
  kind: 'text',
  label,
  of: (tenant) => (tenant[key] ? 'yes' : 'no'),
  with: (tenant, text) => ({ ...tenant, [key]: text === 'yes' }),
})

/** How versions of a tenant are compared, and in which order one of them is told. */
export const tenantDefinition: ComparedDefinition<TenantDocument> = {
  resource: tenants,
  paths: paths.tenants,
  parts: [
    text('Name', 'name'),
    text('Schema', 'schemaName'),
    text('Host', 'domain'),
    flag('Combined', 'combined'),
    {
      kind: 'list',
      label: 'Combined from',
      columns: ['Tenant'],
      of: ({ combinedFrom }) => combinedFrom.map((name) => [name]),
      with: (tenant, items) => ({ ...tenant, combinedFrom: items.flat() }),
    },
    flag('Titles of service types', 'useServiceTitle'),
    text('Terms of use', 'termsUrl'),
    text('Privacy policy', 'privacyUrl'),
    text('Text of the single sign-on button', 'samlLoginString'),
  ],
  fromDocument: (document) => tenants.document.safeParse(document).data,
}
