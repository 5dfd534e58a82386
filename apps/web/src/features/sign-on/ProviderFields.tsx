import { Button, Checkbox, FileButton } from '@mantine/core'
import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { protocols, protocolWords } from '@quatrain/contract/resources/identity-provider.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { tenantList } from '#features/tenants/tenants.queries.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { SelectField, TextAreaField, TextField, useIsReadOnly, useProblem } from '#kit/fields/fields.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { Section } from '#kit/page/Section.tsx'
import { RowsField } from '#kit/row-table/RowsField.tsx'
import { readTextFile } from '#lib/read-text-file.ts'
import { inNameOrder } from '#lib/words.ts'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { PasswordBox } from '#ui/PasswordBox.tsx'
import { LabelledValue, ValueText } from '#ui/ValueText.tsx'
import { AttributeFields } from './AttributeFields.tsx'
import { groupRuleRows, type ProviderValues } from './identity-provider-form.ts'

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

function ProtocolFields({ hasSecret }: SecretProps) {
  const protocol = useWatch<ProviderValues, 'protocol'>({ name: 'protocol' })
  return protocol === 'saml' ? <SamlFields /> : <OidcFields hasSecret={hasSecret} />
}

const kinds = groupKinds.map((value) => ({ value }))

const suggestionsOf = (cell: string) => (cell === 'kind' ? kinds : undefined)

function EnabledField() {
  const isEnabled = useWatch<ProviderValues, 'enabled'>({ name: 'enabled' })
  const { setValue } = useFormContext<ProviderValues>()
  if (useIsReadOnly())
    return <LabelledValue label="Offered on the login page">{isEnabled ? 'yes' : 'no'}</LabelledValue>
  return (
    <Checkbox
      label="Offer on the login page"
      description="Test the provider before users see it."
      checked={isEnabled}
      onChange={(event) => setValue('enabled', event.currentTarget.checked, { shouldDirty: true })}
    />
  )
}

/** The super-tenant chooses the tenant of a new provider; otherwise it is fixed. */
function TenantField({ isNew }: { readonly isNew: boolean }) {
  const isShown = useConsoleContext().caller.deployment === 'super'
  const { data = [] } = useQuery({ ...tenantList, enabled: isShown && isNew })
  if (!isShown) return null
  if (!isNew) return <TextField name="tenant" label="Tenant" fixed="The tenant cannot be changed." />
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

/** The protocol decides which other fields there are. */
function ProtocolField() {
  const { register } = useFormContext<ProviderValues>()
  const protocol = useWatch<ProviderValues, 'protocol'>({ name: 'protocol' })
  if (useIsReadOnly()) return <ValueText label="Protocol" value={protocolWords[protocol]} />
  return (
    <NativeSelect
      {...register('protocol')}
      label="Protocol"
      description="As the provider supports it."
      data={protocols.map((value) => ({ value, label: protocolWords[value] }))}
    />
  )
}

type SecretProps = Pick<Props, 'hasSecret'>

/** How the console is registered at an OpenID provider. */
const OidcFields = ({ hasSecret }: SecretProps) => (
  <Section title="OpenID Connect">
    <p>Register the console as a client of the provider, with the callback address that is shown on this page.</p>
    <div className={form.fields}>
      <TextField name="issuer" label="Issuer" description="Such as https://login.example.org." isMono />
      <TextField name="client_id" label="Client ID" description="As the provider has registered the console." isMono />
      <SecretField hasSecret={hasSecret} />
      <TextField
        name="scopes"
        label="Scopes (optional)"
        description="Separated by spaces. By default openid profile email."
        isMono
      />
    </div>
  </Section>
)

function SecretField({ hasSecret }: SecretProps) {
  const { register } = useFormContext<ProviderValues>()
  const problem = useProblem('client_secret')
  if (useIsReadOnly()) return <ValueText label="Client secret" value={hasSecret ? 'Stored' : 'None'} />
  return (
    <PasswordBox
      {...register('client_secret')}
      label="Client secret (optional)"
      description={
        hasSecret
          ? 'One is stored. Type another one to replace it.'
          : 'Without one, the provider must accept public clients.'
      }
      error={problem}
      autoComplete="off"
    />
  )
}

/** The metadata of a SAML provider. */
const SamlFields = () => (
  <Section title="SAML 2.0">
    <p>
      Register the console at the provider with the metadata at <span className="mono">/saml2/metadata/</span> on the
      host of the tenant; this address is also the entity ID of the console. Then enter the metadata of the provider.
    </p>
    <div className={form.fields}>
      <TextField
        name="metadata_address"
        label="Address of the metadata"
        description="New certificates of the provider are then read from it. Leave it empty to enter the metadata below."
        isMono
      />
      <TextField
        name="issuer"
        label="Entity ID (optional)"
        description="Of the provider. Needed if the metadata describe several providers."
        isMono
      />
    </div>
    <TextAreaField name="metadata" label="Metadata" description="The XML document of the provider." rows={8} isMono />
    <MetadataFile />
  </Section>
)

const maxBytes = 1_000_000

/** Fills in the metadata from a file. */
function MetadataFile() {
  const { setValue, setError } = useFormContext<ProviderValues>()
  const reset = useRef<() => void>(null)
  if (useIsReadOnly()) return null
  const read = async (file: File | null) => {
    reset.current?.()
    if (!file) return
    const content = await readTextFile(file, { format: 'XML', description: 'metadata', maxBytes })
    if (content.kind === 'unreadable') return setError('metadata', { message: content.why })
    setValue('metadata', content.text, { shouldDirty: true, shouldValidate: true })
    setValue('metadata_address', '', { shouldDirty: true, shouldValidate: true })
  }
  return (
    <FileButton resetRef={reset} accept=".xml,application/xml,text/xml,application/samlmetadata+xml" onChange={read}>
      {(props) => (
        <Button {...props} variant="default">
          Choose a metadata file
        </Button>
      )}
    </FileButton>
  )
}
