import { Button } from '@mantine/core'
import { identityProviderKey } from '@quatrain/contract/kit/kind-names.ts'
import type { IdentityProvider, identityProviders } from '@quatrain/contract/resources/identity-provider.ts'
import {
  oidcCallback,
  replaceSigningKey,
  samlAcs,
  samlMetadata,
  signingKeys,
  testSignOn,
} from '@quatrain/contract/sign-on/sign-on.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#kit/api/call.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { queryOf } from '#kit/api/queries.ts'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import details from '#kit/page/details.module.css'
import { Moment } from '#kit/page/Moment.tsx'
import { Failure } from '#kit/page/page-states.tsx'
import { Section } from '#kit/page/Section.tsx'
import { AddPage, objectPages } from '#kit/resource/object-pages.tsx'
import { type DetailsProps, ReadOnlyPage } from '#kit/resource/read-pages.tsx'
import { useWriting } from '#kit/write/use-writing.ts'
import { CardTable } from '#ui/CardTable.tsx'
import { Mark } from '#ui/Mark.tsx'
import { tell } from '#ui/messages.ts'
import table from '#ui/table.module.css'
import { ValueText } from '#ui/ValueText.tsx'
import { type ProviderValues, providerDefinition, providerRules } from './identity-provider-form.ts'
import { ProviderFields } from './ProviderFields.tsx'
import classes from './sign-on.module.css'

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
const OwnAddresses = ({ provider }: { readonly provider: IdentityProvider }) => (
  <div className={`${details.card} ${details.fields}`}>
    {provider.protocol === 'oidc' ? (
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
    )}
  </div>
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
function AddProviderPage() {
  const { caller, options } = useConsoleContext()
  const tenant = caller.deployment === 'super' ? '' : options.tenant_display_name
  const definition = useMemo(
    () => ({ ...providerDefinition, blank: { ...providerDefinition.blank, tenant } }),
    [tenant],
  )
  return <AddPage definition={definition} Form={ProviderForm} />
}

export const identityProviderPages = { ...objectPages(shared), add: <AddProviderPage /> }

/** Logs in with the stored configuration of a provider, which changes nothing, and shows what arrived. */
function TestSignOnButton({ provider }: { readonly provider: IdentityProvider }) {
  const test = useWriting({
    mutationFn: () => call(testSignOn, { params: { key: identityProviderKey(provider) } }),
    onSuccess: ({ location }) => window.location.assign(location),
    doing: 'starting test login',
  })
  return (
    <Button variant="default" loading={test.isBusy} onClick={() => test.run()}>
      Test login
    </Button>
  )
}

/** The key with which the console signs for the provider's tenant, and its replacement in two steps. */
function SigningKeys({ provider }: { readonly provider: IdentityProvider }) {
  const params = { key: identityProviderKey(provider) }
  const { data, error, refetch } = useQuery(
    queryOf(['identityprovider', 'signing-keys', params.key], signingKeys, { params }),
  )
  const hasNext = (data ?? []).length > 1
  const replacing = useWriting({
    question: () => (hasNext ? use : add),
    mutationFn: () => call(replaceSigningKey, { params, body: { step: hasNext ? 'use' : 'add' } }),
    onSuccess: () => tell.success({ title: 'Changed', lines: [hasNext ? 'The new key signs' : 'New key added'] }),
    doing: 'replacing the key',
    onEnd: () => void refetch(),
  })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return null
  return (
    <Section title="Key of the console">
      <p>
        The console signs its messages to all SAML providers of the tenant with it. To replace it, add a new key, let
        all providers read the metadata of the console again, and then use the new key.
      </p>
      <div className={table.scroll}>
        <CardTable caption="Keys of the console" headings={['Since', 'SHA-256 of the certificate', 'State']}>
          {data.map(({ id, since, fingerprint, signs }) => (
            <tr key={id}>
              <td>
                <Moment iso={since} />
              </td>
              <td className={`mono ${classes.values}`}>{fingerprint}</td>
              <td>
                <Mark tone={signs ? 'good' : 'plain'}>{signs ? 'signs' : 'new'}</Mark>
              </td>
            </tr>
          ))}
        </CardTable>
      </div>
      <div>
        <Button variant="default" loading={replacing.isBusy} onClick={() => replacing.run()}>
          {hasNext ? 'Use new key' : 'Add new key'}
        </Button>
      </div>
    </Section>
  )
}

const add = {
  title: 'Add new key',
  question:
    'Are you sure you want to add a new key to the metadata of the console? It goes on signing with the present key.',
  keep: 'Cancel',
}

const use = {
  title: 'Use new key',
  question:
    'Have all SAML providers of the tenant read the metadata again? Those that have not refuse logins and logouts from now on.',
  keep: 'Keep the present key',
  isDestructive: true,
}
