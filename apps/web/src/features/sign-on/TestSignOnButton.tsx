import { Button } from '@mantine/core'
import { type IdentityProvider, identityProviderKey } from '@quatrain/contract/resources/identity-provider.ts'
import { testSignOn } from '@quatrain/contract/sign-on.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#kit/api/call.ts'

/** Logs in with the stored configuration of a provider, which changes nothing, and shows what arrived. */
export function TestSignOnButton({ provider }: { readonly provider: IdentityProvider }) {
  const test = useMutation({
    mutationFn: () => call(testSignOn, { params: { key: identityProviderKey(provider) } }),
    onSuccess: ({ location }) => window.location.assign(location),
  })
  return (
    <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
      Test login
    </Button>
  )
}
