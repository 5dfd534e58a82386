import { Button } from '@mantine/core'
import { type IdentityProvider, identityProviderKey } from '@quatrain/contract/resources/identity-provider.ts'
import { testSignOn } from '@quatrain/contract/sign-on/sign-on.ts'
import { call } from '#kit/api/call.ts'
import { useWriting } from '#kit/write/use-writing.ts'

/** Logs in with the stored configuration of a provider, which changes nothing, and shows what arrived. */
export function TestSignOnButton({ provider }: { readonly provider: IdentityProvider }) {
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
