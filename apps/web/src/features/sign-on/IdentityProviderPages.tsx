import { type IdentityProvider, identityProviders } from '@quatrain/contract/resources/identity-provider.ts'
import { oidcCallback } from '@quatrain/contract/sign-on.ts'
import { useMemo } from 'react'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { RecordFormPage } from '#kit/form/RecordFormPage.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import type { DetailsProps } from '#kit/resource/details-props.ts'
import { ReadOnlyPage } from '#kit/resource/ReadOnlyPage.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
import { VersionPage } from '#kit/resource/VersionPage.tsx'
import { paths } from '#lib/paths.ts'
import { ValueText } from '#ui/ValueText.tsx'
import { type ProviderValues, providerDefinition, providerRules } from './identity-provider-form.ts'
import { ProviderFields } from './ProviderFields.tsx'
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
      {record && <ValueText label="Callback address" value={callbackOf(record)} isMono />}
      <ProviderFields base={base.values} hasSecret={record?.has_client_secret ?? false} />
    </RecordFormPage>
  )
}

/** The address on the host of the provider's tenant. */
function callbackOf({ domain }: IdentityProvider): string {
  const address = new URL(oidcCallback.path, window.location.origin)
  if (address.hostname.replace(/^www\./, '') !== domain) address.hostname = domain
  return address.href
}

const ProviderDetails = ({ values, record, ...props }: DetailsProps<typeof identityProviders, ProviderValues>) => (
  <ReadOnlyPage {...props} values={values}>
    <ProviderFields base={values} hasSecret={record?.has_client_secret ?? false} />
  </ReadOnlyPage>
)

const shared = { definition: providerDefinition, Form: ProviderForm, Details: ProviderDetails } as const

/** Only the super-tenant chooses the tenant of a new provider. */
export function AddIdentityProviderPage() {
  const { visitor, options } = useConsoleContext()
  const tenant = visitor.deployment === 'super' ? '' : options.tenant_display_name
  const base = useMemo(() => ({ values: { ...providerDefinition.blank, tenant } }), [tenant])
  return <ProviderForm title={`Add ${identityProviders.label.one}`} draftName="add" base={base} />
}

export const ChangeIdentityProviderPage = () => <StoredRecordPage {...shared} />
export const IdentityProviderHistoryPage = () => (
  <ResourceHistoryPage resource={identityProviders} paths={paths.identityProviders} />
)
export const IdentityProviderVersionPage = () => <VersionPage {...shared} />
export const IdentityProviderComparePage = () => (
  <ResourceComparePage resource={identityProviders} paths={paths.identityProviders} />
)
