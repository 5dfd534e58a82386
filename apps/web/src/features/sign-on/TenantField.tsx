import { useQuery } from '@tanstack/react-query'
import { tenantList } from '#features/tenants/tenants.queries.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { SelectField } from '#kit/fields/SelectField.tsx'
import { TextField } from '#kit/fields/TextField.tsx'
import { inNameOrder } from '#lib/name-order.ts'

/** The super-tenant chooses the tenant of a new provider; otherwise it is fixed. */
export function TenantField({ isNew }: { readonly isNew: boolean }) {
  const { visitor } = useConsoleContext()
  if (visitor.deployment !== 'super') return null
  if (!isNew) return <TextField name="tenant" label="Tenant" fixed="The tenant cannot be changed." />
  return <TenantChoice />
}

function TenantChoice() {
  const { data = [] } = useQuery(tenantList)
  return (
    <SelectField
      name="tenant"
      label="Tenant"
      description="Whose users log in with this provider."
      options={inNameOrder(data.map(({ name }) => name))}
      placeholder="Choose a tenant"
    />
  )
}
