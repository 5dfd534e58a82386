import { z } from 'zod'
import { choice, flag, records, text } from '../compare/field.ts'
import {
  databaseId,
  isPrintable,
  isReservedName,
  nameText,
  objectReference,
  optionalText,
  uniqueRows,
} from '../kit/fields.ts'
import { groupKinds } from '../kit/group-kinds.ts'
import { kindNames, readKeyOf } from '../kit/kind-names.ts'
import { fieldMask, texts } from '../kit/named-fields.ts'
import { type DocumentOf, defineResource, type RecordOf } from '../kit/resource.ts'
import { isWebAddress } from '../kit/web-address.ts'

export const protocols = ['oidc', 'saml'] as const
export type Protocol = (typeof protocols)[number]

/** How each protocol is called on screens. */
export const protocolWords: Readonly<Record<Protocol, string>> = { oidc: 'OpenID Connect', saml: 'SAML 2.0' }

const visible = (max: number) =>
  optionalText(max).refine(isPrintable, 'Can contain only letters, digits, spaces and punctuation')

/** The name of an attribute or claim; empty for the usual one. */
const attributeName = () => visible(255)

const metadataAddress = () =>
  visible(1024).refine(
    (address) => address === '' || (/^https?:/.test(address) && isWebAddress(address, { localhost: true })),
    'Must be an address such as https://login.example.org/metadata',
  )

const metadata = () => optionalText(100_000).refine((text) => text === '' || /^\uFEFF?\s*</.test(text), 'Must be XML')

const groupRule = z.strictObject({
  value: objectReference(255),
  kind: z.enum(groupKinds, `Must be one of ${groupKinds.join(', ')}`),
  group: objectReference(),
})

export type GroupRule = z.output<typeof groupRule>

const fields = z.strictObject({
  /** The tenant whose users log in with it. */
  tenant: objectReference(),
  name: nameText(64)
    .regex(/^[\p{L}\p{N} ._-]*$/u, 'Name can contain only letters, digits, spaces, dots, dashes and underscores')
    .refine((name) => !isReservedName(name), 'This name is reserved'),
  protocol: z.enum(protocols, `Must be one of ${protocols.join(', ')}`),
  /** Whether the login page offers it. */
  enabled: z.boolean(),
  button_text: visible(60),
  issuer: visible(1024),
  client_id: visible(255),
  scopes: visible(255),
  /** The address of the metadata of a SAML provider, or the metadata themselves. */
  metadata_address: metadataAddress(),
  metadata: metadata(),
  /** Identifies the person; empty for the persistent name of SAML, and for OpenID Connect. */
  subject_attribute: attributeName(),
  username_attribute: attributeName(),
  display_name_attribute: attributeName(),
  first_name_attribute: attributeName(),
  last_name_attribute: attributeName(),
  email_attribute: attributeName(),
  groups_attribute: attributeName(),
  group_rules: z
    .array(groupRule)
    .max(200, 'Must be 200 rules or fewer')
    .superRefine(uniqueRows(({ value, kind, group }) => JSON.stringify([value, kind, group]), 'Duplicated')),
})

/** Replaces the stored secret. If it is left out or empty, the stored secret is kept. It is never sent to browsers. */
const clientSecret = visible(1024).optional()

const document = z.object({
  tenant: z.string(),
  name: z.string(),
  protocol: z.enum(protocols),
  enabled: z.boolean(),
  ...texts('button_text', 'issuer', 'client_id', 'scopes', 'metadata_address', 'metadata', 'subject_attribute'),
  ...texts('username_attribute', 'display_name_attribute', 'first_name_attribute', 'last_name_attribute'),
  ...texts('email_attribute', 'groups_attribute'),
  group_rules: z.array(z.object({ value: z.string(), kind: z.enum(groupKinds), group: z.string() })),
})

const record = document.extend({
  id: z.int(),
  has_client_secret: z.boolean(),
  /** The host name of its tenant, for the addresses to register at the provider. */
  domain: z.string(),
})

type CheckedFields = Pick<
  z.output<typeof fields>,
  'protocol' | 'issuer' | 'client_id' | 'metadata_address' | 'metadata' | 'groups_attribute' | 'group_rules'
>

type Refuse = (field: keyof CheckedFields, message: string) => void

/** The rules that concern several fields. */
function assertComplete(provider: CheckedFields, context: z.RefinementCtx) {
  const refuse: Refuse = (field, message) => context.addIssue({ code: 'custom', message, path: [field] })
  if (provider.protocol === 'oidc') assertClient(provider, refuse)
  else assertMetadata(provider, refuse)
  if (provider.group_rules.length > 0 && provider.groups_attribute === '') {
    refuse('groups_attribute', 'Required, because there are rules for groups')
  }
}

function assertClient({ issuer, client_id }: CheckedFields, refuse: Refuse) {
  if (issuer === '') refuse('issuer', 'Required')
  else if (!/^https?:/.test(issuer) || !isWebAddress(issuer, { localhost: true }) || /[?#]/.test(issuer)) {
    refuse('issuer', 'Must be an address such as https://login.example.org, without a query')
  }
  if (client_id === '') refuse('client_id', 'Required')
}

function assertMetadata({ metadata_address, metadata }: CheckedFields, refuse: Refuse) {
  if (metadata_address === '' && metadata === '') refuse('metadata', 'Required, or the address of the metadata')
  if (metadata_address !== '' && metadata !== '') refuse('metadata', 'Must be empty, because there is an address')
}

/** The identity providers at which the users of a tenant log in besides the console itself (specification part 1, section 1). */
export const identityProviders = defineResource({
  ...kindNames.identityProviders,
  key: { read: readKeyOf('identityprovider'), remove: readKeyOf('identityprovider') },
  recentLoginFor: ['add', 'change', 'remove'],
  history: 'tenantversion',
  access: {
    super: { read: 'superusers', write: 'superusers' },
    tenant: { read: 'superusers', write: 'superusers' },
  },
  record,
  row: record.pick(fieldMask('id', 'tenant', 'name', 'protocol', 'enabled', 'button_text', 'issuer')),
  add: fields.extend({ client_secret: clientSecret }).superRefine(assertComplete),
  change: fields.extend({ client_secret: clientSecret, id: databaseId() }).superRefine(assertComplete),
  document,
  compared: {
    tenant: text('tenant'),
    name: text('name'),
    protocol: choice('protocol'),
    enabled: flag('offered on the login page'),
    button_text: text('text of the button'),
    issuer: text('issuer'),
    client_id: text('client id'),
    scopes: text('scopes'),
    metadata_address: text('address of the metadata'),
    metadata: text('metadata'),
    subject_attribute: text('attribute of the subject'),
    username_attribute: text('attribute of the username'),
    display_name_attribute: text('attribute of the full name'),
    first_name_attribute: text('attribute of the first name'),
    last_name_attribute: text('attribute of the last name'),
    email_attribute: text('attribute of the e-mail address'),
    groups_attribute: text('attribute of the groups'),
    group_rules: records('groups of new users', {
      identity: { value: 'Value', kind: 'Kind of group', group: 'Group' },
    }),
  },
})

export type IdentityProvider = RecordOf<typeof identityProviders>
export type IdentityProviderDocument = DocumentOf<typeof identityProviders>
