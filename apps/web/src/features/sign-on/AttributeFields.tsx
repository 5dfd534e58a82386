import type { Protocol } from '@quatrain/contract/resources/identity-provider.ts'
import { useWatch } from 'react-hook-form'
import { TextField } from '#kit/fields/fields.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { Section } from '#kit/page/Section.tsx'
import type { ProviderValues } from './identity-provider-form.ts'

/** What identifies a person, and the usual names of attributes. */
const texts: Readonly<
  Record<Protocol, Readonly<Record<'subject' | 'username' | 'name' | 'first' | 'last' | 'email' | 'groups', string>>>
> = {
  oidc: {
    subject: 'A user is recognized by the subject of the provider only.',
    username: 'Usually preferred_username.',
    name: 'Usually name.',
    first: 'Usually given_name.',
    last: 'Usually family_name.',
    email: 'Usually email.',
    groups: 'Such as groups or realm_access.roles. Needed for the rules below.',
  },
  saml: {
    subject: 'A user is recognized by the persistent name that the provider sends, or by the attribute of the subject.',
    username: 'Usually uid.',
    name: 'Usually displayName.',
    first: 'Usually givenName.',
    last: 'Usually sn.',
    email: 'Usually mail.',
    groups: 'Such as groups or isMemberOf. Needed for the rules below.',
  },
}

/** The names of the attributes that are read. */
export function AttributeFields() {
  const isSaml = useWatch<ProviderValues, 'protocol'>({ name: 'protocol' }) === 'saml'
  const { subject, username, name, first, last, email, groups } = texts[isSaml ? 'saml' : 'oidc']
  return (
    <Section title="Attributes of new users">
      <p>
        {subject} The other attributes are read at the first login; the usual ones are taken where a field is empty.
      </p>
      <div className={form.fields}>
        {isSaml && (
          <TextField
            name="subject_attribute"
            label="Subject (optional)"
            description="Such as eduPersonUniqueId. It must never change, nor be given to somebody else."
            isMono
          />
        )}
        <TextField name="username_attribute" label="Username (optional)" description={username} isMono />
        <TextField name="display_name_attribute" label="Full name (optional)" description={name} isMono />
        <TextField name="first_name_attribute" label="First name (optional)" description={first} isMono />
        <TextField name="last_name_attribute" label="Last name (optional)" description={last} isMono />
        <TextField name="email_attribute" label="E-mail address (optional)" description={email} isMono />
        <TextField name="groups_attribute" label="Groups (optional)" description={groups} isMono />
      </div>
    </Section>
  )
}
