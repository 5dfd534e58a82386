import { useFormContext } from 'react-hook-form'
import { useIsReadOnly, useProblem } from '#kit/fields/fields-state.ts'
import { TextField } from '#kit/fields/TextField.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { Section } from '#kit/page/Section.tsx'
import { PasswordBox } from '#ui/PasswordBox.tsx'
import { ValueText } from '#ui/ValueText.tsx'
import type { ProviderValues } from './identity-provider-form.ts'

interface Props {
  /** Whether a client secret is stored. */
  readonly hasSecret: boolean
}

/** How the console is registered at an OpenID provider. */
export const OidcFields = ({ hasSecret }: Props) => (
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

function SecretField({ hasSecret }: Props) {
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
