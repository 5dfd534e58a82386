import { Button } from '@mantine/core'
import { type IdentityProvider, identityProviderKey } from '@quatrain/contract/resources/identity-provider.ts'
import { replaceSigningKey, signingKeys } from '@quatrain/contract/sign-on/sign-on.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#kit/api/call.ts'
import { Failure } from '#kit/page/Failure.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { Section } from '#kit/page/Section.tsx'
import { useWriting } from '#kit/write/use-writing.ts'
import { CardTable } from '#ui/CardTable.tsx'
import { Mark } from '#ui/Mark.tsx'
import { tell } from '#ui/messages.ts'
import table from '#ui/table.module.css'
import classes from './sign-on.module.css'

/** The key with which the console signs for the provider's tenant, and its replacement in two steps. */
export function SigningKeys({ provider }: { readonly provider: IdentityProvider }) {
  const params = { key: identityProviderKey(provider) }
  const { data, error, refetch } = useQuery({
    queryKey: ['identityprovider', 'signing-keys', params.key],
    queryFn: ({ signal }) => call(signingKeys, { params }, { signal }),
  })
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
  confirm: 'Add new key',
  keep: 'Cancel',
}

const use = {
  title: 'Use new key',
  question:
    'Have all SAML providers of the tenant read the metadata again? Those that have not refuse logins and logouts from now on.',
  confirm: 'Use new key',
  keep: 'Keep the present key',
  isDestructive: true,
}
