import type { IdentityProvider, identityProviders } from '@quatrain/contract/resources/identity-provider.ts'
import { oidcCallback, samlAcs, samlMetadata } from '@quatrain/contract/sign-on/sign-on.ts'
import { useMemo } from 'react'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import type { DetailsProps } from '#kit/resource/details-props.ts'
import { historyPages } from '#kit/resource/history-pages.tsx'
import { AddPage } from '#kit/resource/NewRecordPages.tsx'
import { ReadOnlyPage } from '#kit/resource/ReadOnlyPage.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
import { ValueText } from '#ui/ValueText.tsx'
import { type ProviderValues, providerDefinition, providerRules } from './identity-provider-form.ts'
import { ProviderFields } from './ProviderFields.tsx'
import { SigningKeys } from './SigningKeys.tsx'
import { TestSignOnButton } from './TestSignOnButton.tsx'

type FormProps = RecordFormProps<typeof identityProviders, ProviderValues>

const ProviderForm = (props: FormProps) => {
  const { record, base, actions } = props
  return (
    <RecordFormPage
      {...props}
      form={useRecordForm(providerDefinition, props, providerRules)}
      actions={
        <>
          {record && <TestSignOnButton provider={record} />}
          {actions}
        </>
      }
    >
      {record && <OwnAddresses provider={record} />}
      <ProviderFields base={base.values} hasSecret={record?.has_client_secret ?? false} />
      {record?.protocol === 'saml' && <SigningKeys provider={record} />}
    </RecordFormPage>
  )
}

/** What is registered at the provider. */
const OwnAddresses = ({ provider }: { readonly provider: IdentityProvider }) =>
  provider.protocol === 'oidc' ? (
    <ValueText label="Callback address" value={addressOf(provider, oidcCallback.path)} isMono />
  ) : (
    <>
      <ValueText
        label="Metadata and entity ID of the console"
        value={addressOf(provider, `${samlMetadata.path}/`)}
        isMono
      />
      <ValueText label="Address for responses (ACS)" value={addressOf(provider, `${samlAcs.path}/`)} isMono />
    </>
  )

/** An address on the host of the provider's tenant. */
function addressOf({ domain }: IdentityProvider, path: string): string {
  const address = new URL(path, window.location.origin)
  if (address.hostname.replace(/^www\./, '') !== domain) address.hostname = domain
  return address.href
}

const ProviderDetails = ({ values, record, ...props }: DetailsProps<typeof identityProviders, ProviderValues>) => (
  <ReadOnlyPage {...props} values={values}>
    {record && <OwnAddresses provider={record} />}
    <ProviderFields base={values} hasSecret={record?.has_client_secret ?? false} />
  </ReadOnlyPage>
)

const shared = { definition: providerDefinition, Form: ProviderForm, Details: ProviderDetails } as const

/** The page of a new provider; the super-tenant alone chooses its tenant. */
export function AddIdentityProviderPage() {
  const { visitor, options } = useConsoleContext()
  const tenant = visitor.deployment === 'super' ? '' : options.tenant_display_name
  const definition = useMemo(
    () => ({ ...providerDefinition, blank: { ...providerDefinition.blank, tenant } }),
    [tenant],
  )
  return <AddPage definition={definition} Form={ProviderForm} />
}

export const ChangeIdentityProviderPage = () => <StoredRecordPage {...shared} />
export const identityProviderHistory = historyPages(shared)
