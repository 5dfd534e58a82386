import { Checkbox } from '@mantine/core'
import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import { useIsReadOnly } from '#kit/fields/fields-state.ts'
import { TextField } from '#kit/fields/TextField.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { RowsField } from '#kit/row-table/RowsField.tsx'
import { ValueText } from '#ui/ValueText.tsx'
import { AttributeFields } from './AttributeFields.tsx'
import { groupRuleRows, type ProviderValues } from './identity-provider-form.ts'
import { OidcFields } from './OidcFields.tsx'
import { ProtocolField } from './ProtocolField.tsx'
import { SamlFields } from './SamlFields.tsx'
import { TenantField } from './TenantField.tsx'

interface Props {
  readonly base: ProviderValues
  /** Whether a client secret is stored. */
  readonly hasSecret: boolean
}

/** All fields of an identity provider. */
export const ProviderFields = ({ base, hasSecret }: Props) => (
  <>
    <div className={form.fields}>
      <TenantField isNew={base.id === 0} />
      <TextField name="name" label="Name" description="How administrators call it." />
      <TextField
        name="button_text"
        label="Text of the button (optional)"
        description="On the login page. By default the text of the tenant, if it has one, or “Log in with” and the name."
      />
      <ProtocolField />
      <EnabledField />
    </div>
    <ProtocolFields hasSecret={hasSecret} />
    <AttributeFields />
    <RowsField
      name="group_rules"
      definition={groupRuleRows}
      stored={base.group_rules}
      isNew={base.id === 0}
      label="Groups of new users"
      description="A new user whose attribute has the value becomes a member of the group. Others begin without rights."
      suggestionsOf={suggestionsOf}
    />
  </>
)

function ProtocolFields({ hasSecret }: Pick<Props, 'hasSecret'>) {
  const protocol = useWatch<ProviderValues, 'protocol'>({ name: 'protocol' })
  return protocol === 'saml' ? <SamlFields /> : <OidcFields hasSecret={hasSecret} />
}

const kinds = groupKinds.map((value) => ({ value }))

const suggestionsOf = (cell: string) => (cell === 'kind' ? kinds : undefined)

function EnabledField() {
  const isEnabled = useWatch<ProviderValues, 'enabled'>({ name: 'enabled' })
  const { setValue } = useFormContext<ProviderValues>()
  if (useIsReadOnly()) return <ValueText label="Offered on the login page" value={isEnabled ? 'yes' : 'no'} />
  return (
    <Checkbox
      label="Offer on the login page"
      description="Test the provider before users see it."
      checked={isEnabled}
      onChange={(event) => setValue('enabled', event.currentTarget.checked, { shouldDirty: true })}
    />
  )
}
