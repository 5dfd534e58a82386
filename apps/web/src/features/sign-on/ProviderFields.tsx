import { Checkbox, PasswordInput } from '@mantine/core'
import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import { useIsReadOnly, useProblem } from '#kit/fields/fields-state.ts'
import { TextField } from '#kit/fields/TextField.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { RowsField } from '#kit/rows/RowsField.tsx'
import { ValueText } from '#ui/ValueText.tsx'
import { type ProviderValues, ruleRows } from './identity-provider-form.ts'
import classes from './sign-on.module.css'
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
        description="On the login page. By default “Log in with” and the name."
      />
      <EnabledField />
    </div>
    <section className={classes.section}>
      <h2>OpenID Connect</h2>
      <p>Register the console as a client of the provider, with the callback address that is shown on this page.</p>
      <div className={form.fields}>
        <TextField name="issuer" label="Issuer" description="Such as https://login.example.org." isMono />
        <TextField
          name="client_id"
          label="Client ID"
          description="As the provider has registered the console."
          isMono
        />
        <SecretField hasSecret={hasSecret} />
        <TextField
          name="scopes"
          label="Scopes (optional)"
          description="Separated by spaces. By default openid profile email."
          isMono
        />
      </div>
    </section>
    <section className={classes.section}>
      <h2>Attributes of new users</h2>
      <p>
        A user is recognized by the subject of the provider only. These attributes are read at the first login; the
        usual ones are taken where a field is empty.
      </p>
      <div className={form.fields}>
        <TextField
          name="username_attribute"
          label="Username (optional)"
          description="Usually preferred_username."
          isMono
        />
        <TextField name="display_name_attribute" label="Full name (optional)" description="Usually name." isMono />
        <TextField name="first_name_attribute" label="First name (optional)" description="Usually given_name." isMono />
        <TextField name="last_name_attribute" label="Last name (optional)" description="Usually family_name." isMono />
        <TextField name="email_attribute" label="E-mail address (optional)" description="Usually email." isMono />
        <TextField
          name="groups_attribute"
          label="Groups (optional)"
          description="Such as groups or realm_access.roles. Needed for the rules below."
          isMono
        />
      </div>
    </section>
    <RowsField
      name="group_rules"
      definition={ruleRows}
      stored={base.group_rules}
      isNew={base.id === 0}
      label="Groups of new users"
      description="A new user whose attribute has the value becomes a member of the group. Others begin without rights."
      suggestionsOf={suggestionsOf}
    />
  </>
)

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

function SecretField({ hasSecret }: { readonly hasSecret: boolean }) {
  const { register } = useFormContext<ProviderValues>()
  const problem = useProblem('client_secret')
  if (useIsReadOnly()) return <ValueText label="Client secret" value={hasSecret ? 'Stored' : 'None'} />
  return (
    <PasswordInput
      {...register('client_secret')}
      label="Client secret (optional)"
      description={
        hasSecret
          ? 'One is stored. Type another one to replace it.'
          : 'Without one, the provider must accept public clients.'
      }
      error={problem}
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-label': 'Show client secret', tabIndex: 0 }}
    />
  )
}
