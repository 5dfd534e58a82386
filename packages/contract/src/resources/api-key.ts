import { z } from 'zod'
import { choice, flag, list, text } from '../compare/field.ts'
import { internalApi, keyParams } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { writeQuery } from '../kit/dry-run.ts'
import { defineAction, defineEndpoint } from '../kit/endpoint.ts'
import {
  databaseId,
  isPrintable,
  moment,
  nameText,
  objectReference,
  optionalText,
  trimmedText,
  uniqueRows,
} from '../kit/fields.ts'
import { chosenTime, networks } from '../kit/key-limits.ts'
import { kindNames, readKeyOf } from '../kit/kind-names.ts'
import { machineScopes } from '../kit/machine-scopes.ts'
import { notices } from '../kit/notices.ts'
import { type DocumentOf, defineResource, type RecordOf, resourceEndpoints } from '../kit/resource.ts'

/** `poem`: machines call the console with it. `webapi`: the console calls the Web API with it. */
export const keyKinds = ['poem', 'webapi'] as const
const usedBy = z.enum(keyKinds)
export type KeyKind = z.output<typeof usedBy>

const ownName = /^(?!WEB-API-)[A-Za-z][A-Za-z0-9_-]*$/
const reservedNames = ['add', 'clone', 'history', 'compare']

const beginning = 'WEB-API-'
const readOnly = '-RO'

/** The form of names of Web API keys; it is checked before the tenants are known. */
const isWebApiName = (name: string): boolean =>
  name.startsWith(beginning) && /^\S+$/.test(name.slice(beginning.length)) && isPrintable(name)

/** The tenant that a Web API key belongs to by its name: `WEB-API-NORTH` and `WEB-API-NORTH-RO` belong to NORTH. */
export const tenantInKeyName = (name: string): string => {
  const tenant = name.slice(beginning.length)
  return tenant.endsWith(readOnly) ? tenant.slice(0, -readOnly.length) : tenant
}
const wrongWebApiName = 'Name must have the form WEB-API-<tenant_name> or WEB-API-<tenant_name>-RO'

/** Returns why a key of this kind cannot have this name; undefined if it can. */
function problemOfKeyName(name: string, kind: KeyKind): string | undefined {
  if (kind === 'webapi') return isWebApiName(name) ? undefined : wrongWebApiName
  if (reservedNames.includes(name)) return 'This name is reserved'
  if (ownName.test(name)) return undefined
  return 'Name can contain alphanumeric characters, dash and underscore, must always begin with a letter, but not with WEB-API-'
}

/** The token is sent in a header, so it can contain only characters that are valid there. */
const token = trimmedText(100).regex(/^[\x20-\x7e]*$/, 'Token can contain only ASCII letters, digits and punctuation')

/** What a key can be used for; everything if the list is empty. */
const scopes = z
  .array(z.enum(machineScopes))
  .max(machineScopes.length)
  .superRefine(uniqueRows((scope) => scope, 'Duplicated'))

/** The limits of a key. What is left out does not change; a new key has no limits. */
const limits = {
  /** Afterwards the key is refused; null if it never expires. */
  expires: chosenTime.nullable().optional(),
  networks: networks.optional(),
  scopes: scopes.optional(),
} as const

interface Limited {
  readonly used_by: KeyKind
  readonly networks?: readonly string[] | undefined
  readonly scopes?: readonly string[] | undefined
}

/** The console sends keys for the Web API, and does not receive them. */
function refuseLimits({ used_by, ...limits }: Limited, context: z.RefinementCtx): void {
  for (const field of ['networks', 'scopes'] as const) {
    if (used_by !== 'webapi' || !limits[field]?.length) continue
    context.addIssue({ code: 'custom', message: 'A key for the Web API cannot be restricted', path: [field] })
  }
}

/** Ids of keys repeat over tenants. Without a tenant, the id is that of the caller's own key, else of the only one with this id. */
const identity = { id: databaseId(), tenant: optionalText(128).optional() } as const

const document = z.object({
  name: z.string(),
  used_by: usedBy,
  revoked: z.boolean(),
  expires: moment().nullable(),
  networks: z.array(z.string()),
  scopes: z.array(z.enum(machineScopes)),
  /** When the token was last replaced; null for the first one. */
  rotated: moment().nullable(),
  /** The time until which the token before the last rotation is accepted; null if it is not. */
  previous_until: moment().nullable(),
})

const record = document.extend({
  id: z.int(),
  /** The name of the key in addresses: its own name, unless a later key has the same name. */
  key: z.string(),
  /** The tenant that owns it. The super-tenant also manages the tenants' keys for the Web API. */
  tenant: z.string(),
  created: moment(),
  last_used_at: moment().nullable(),
  /** The address that last used it. */
  last_used_by: z.string(),
})

/** Opens the machine API and the Web API (specification part 2, sections 2 to 6). No record contains its token. */
export const apiKeys = defineResource({
  ...kindNames.apiKeys,
  key: { read: readKeyOf('apikey'), remove: ({ used_by, key }) => `${used_by}_${key}` },
  history: 'tenantversion',
  access: {
    super: { read: 'superusers', write: 'superusers' },
    tenant: { read: 'superusers', write: 'superusers' },
  },
  record,
  row: record,
  moving: ['key', 'last_used_at', 'last_used_by'],
  recentLoginFor: ['add'],
  add: z
    .strictObject({
      name: nameText(50, 'Name field is required'),
      used_by: usedBy,
      /** Generated if it is left out or empty. */
      token: token.optional(),
      ...limits,
    })
    .superRefine(refuseLimits)
    .superRefine(({ name, used_by }, context) => {
      // A missing name is reported already.
      const message = name === '' ? undefined : problemOfKeyName(name, used_by)
      if (message) context.addIssue({ code: 'custom', message, path: ['name'] })
    }),
  /** The name cannot change, and revoking cannot be undone. */
  change: z
    .strictObject({ ...identity, name: optionalText(128), used_by: usedBy, revoked: z.boolean(), ...limits })
    .superRefine(refuseLimits),
  document,
  fromDocument: ({ rotated: _, previous_until: __, ...input }: z.output<typeof document>) => input,
  compared: {
    name: text('name'),
    used_by: choice('used by'),
    revoked: flag('revoked'),
    expires: text('expires'),
    networks: list('address ranges', 'Range'),
    scopes: list('scopes', 'Scope'),
    rotated: text('rotated'),
    previous_until: text('previous token until'),
  },
})

export type ApiKey = RecordOf<typeof apiKeys>
export type ApiKeyDocument = DocumentOf<typeof apiKeys>

const api = resourceEndpoints(apiKeys)
const revealed = z.object({ token: z.string() })

/** Contains the token without a separate request: the user who adds a key has to pass it on. */
export const addApiKey = defineEndpoint({
  ...api.add,
  query: writeQuery,
  answer: record.extend(notices.shape).extend(revealed.shape),
})

/** Recorded in the activity log each time. */
export const revealApiKey = defineAction({
  precondition: 'none',
  reauthentication: 'recent',
  path: `${internalApi}/apikeys/:key/reveal`,
  summary: 'Read the token of an API key; those of Web API keys only on the super-tenant',
  deployments: everywhere,
  caller: { may: 'view', resource: apiKeys },
  params: keyParams,
  answer: revealed,
})

/** The answer contains the new token, as that of an add does. */
export const rotateApiKey = defineAction({
  precondition: 'version',
  reauthentication: 'recent',
  path: `${internalApi}/apikeys/rotate`,
  summary: 'Replace the token of an API key; the present one is accepted until a chosen time',
  deployments: everywhere,
  caller: { may: 'change', resource: apiKeys },
  query: writeQuery,
  body: z.strictObject({
    ...identity,
    /** Generated if it is left out or empty. */
    token: token.optional(),
    /** The time until which the current token is accepted; null if it ends at once. */
    previous_until: chosenTime.nullable(),
  }),
  answer: addApiKey.answer,
})

export const revokeApiKeys = defineAction({
  precondition: 'preview',
  path: `${internalApi}/revokeapikeys`,
  summary: 'Revoke several API keys, all of them or none, which cannot be undone',
  deployments: everywhere,
  caller: { may: 'change', resource: apiKeys },
  query: writeQuery,
  /** As addresses have them. */
  body: z.strictObject({
    keys: z.array(objectReference(100)).min(1, 'No API keys were selected').max(500, 'There can be at most 500 keys'),
  }),
  answer: notices,
})
