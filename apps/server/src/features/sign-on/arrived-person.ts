import type { GroupRule, IdentityProviderDocument } from '@quatrain/contract/resources/identity-provider.ts'
import type { Attributes } from './attributes.ts'
import { SignOnError } from './sign-on-error.ts'

/** A person as an identity provider describes them. Only `issuer` and `subject` identify the person. */
export interface ArrivedPerson {
  readonly issuer: string
  readonly subject: string
  /** What a username is made of, if the person is new. */
  readonly usernameBase: string
  readonly displayName: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** The groups of a new user. */
  readonly groups: readonly Pick<GroupRule, 'kind' | 'group'>[]
}

/** The names of the usual attributes, the first of which that has a value is taken. */
export interface UsualAttributes {
  readonly username: readonly string[]
  readonly displayName: readonly string[]
  readonly firstName: readonly string[]
  readonly lastName: readonly string[]
  readonly email: readonly string[]
}

/** The standard claims of OpenID Connect. */
export const usualClaims: UsualAttributes = {
  username: ['preferred_username'],
  displayName: ['name'],
  firstName: ['given_name'],
  lastName: ['family_name'],
  email: ['email'],
}

const maxLength = 255

/** Throws for a subject that no database can store. It identifies the person for ever, so it is not changed as names are. */
function assertIdentifying(subject: string): void {
  if (subject !== '' && !/\p{Cc}/u.test(subject)) return
  throw new SignOnError('refused', 'The identifier of the person is empty or has control characters.')
}

/** Reads a person from attributes, with the names that the provider's configuration gives them. */
export function arrivedPerson(
  provider: IdentityProviderDocument,
  usual: UsualAttributes,
  {
    issuer,
    subject,
    attributes,
  }: { readonly issuer: string; readonly subject: string; readonly attributes: Attributes },
): ArrivedPerson {
  assertIdentifying(subject)
  const valueFor = (configured: string, names: readonly string[]): string => {
    const values = (configured === '' ? names : [configured]).map((name) => attributes.get(name)?.[0]?.trim() ?? '')
    return shortened(values.find((value) => value !== '') ?? '')
  }
  const displayName = valueFor(provider.display_name_attribute, usual.displayName)
  const email = valueFor(provider.email_attribute, usual.email)
  const username = valueFor(provider.username_attribute, usual.username)
  const claims = {
    firstName: valueFor(provider.first_name_attribute, usual.firstName),
    lastName: valueFor(provider.last_name_attribute, usual.lastName),
  }
  const names = claims.firstName === '' && claims.lastName === '' ? splitName(displayName) : claims
  return {
    issuer,
    subject,
    ...names,
    displayName,
    email: /^[^\s@]+@[^\s@]+$/.test(email) ? email : '',
    usernameBase:
      [username, displayName, `${names.firstName} ${names.lastName}`.trim(), email.split('@')[0] ?? ''].find(
        (text) => text !== '',
      ) ?? '',
    groups: groupsOf(provider, attributes),
  }
}

/** Splits a name at the first space; a name of one word is a first name. */
function splitName(name: string) {
  const [firstName = '', ...otherNames] = name.split(/\s+/)
  return { firstName, lastName: otherNames.join(' ') }
}

const shortened = (text: string): string => [...text].slice(0, maxLength).join('')

/** Two rules can give the same group. */
function groupsOf({ groups_attribute, group_rules }: IdentityProviderDocument, attributes: Attributes) {
  const values = new Set(attributes.get(groups_attribute))
  const groups = group_rules.filter(({ value }) => values.has(value)).map(({ kind, group }) => ({ kind, group }))
  return [...new Map(groups.map((group) => [JSON.stringify(group), group])).values()]
}
