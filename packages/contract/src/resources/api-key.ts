import { z } from 'zod'
import { choice, flag, text } from '../compare/field.ts'
import { internalApi, keyParams } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { writeQuery } from '../kit/dry-run.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { databaseId, isPrintable, moment, optionalText, requiredText, trimmedText } from '../kit/fields.ts'
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

/** The form of the name of a key of the Web API, before it is known which tenants there are. */
const isWebApiName = (name: string): boolean =>
  name.startsWith(beginning) && /^\S+$/.test(name.slice(beginning.length)) && isPrintable(name)

/** Whose key of the Web API has this name: `WEB-API-NORTH` and `WEB-API-NORTH-RO` are those of NORTH. */
export const tenantInKeyName = (name: string): string => {
  const tenant = name.slice(beginning.length)
  return tenant.endsWith(readOnly) ? tenant.slice(0, -readOnly.length) : tenant
}
const wrongWebApiName = 'Name must have the form WEB-API-<tenant_name> or WEB-API-<tenant_name>-RO'

/** Why a key of this kind cannot have this name; nothing when it can. */
function problemOfKeyName(name: string, kind: KeyKind): string | undefined {
  if (kind === 'webapi') return isWebApiName(name) ? undefined : wrongWebApiName
  if (reservedNames.includes(name)) return 'This name is reserved'
  if (ownName.test(name)) return undefined
  return 'Name can contain alphanumeric characters, dash and underscore, must always begin with a letter, but not with WEB-API-'
}

/** It travels in a header, so it is made of what a header can hold. */
const token = trimmedText(100).regex(
  /^[\x20-\x7e]*$/,
  'Token can contain only letters, digits and punctuation of ASCII',
)

const document = z.object({ name: z.string(), used_by: usedBy, revoked: z.boolean() })

const record = document.extend({
  id: z.int(),
  /** How it is named in addresses: its name, unless a later key has the same one. */
  key: z.string(),
  /** Whose it is. The super-tenant also looks after the keys that tenants have for the Web API. */
  tenant: z.string(),
  created: moment(),
  last_used_at: moment().nullable(),
  /** The address it came from the last time. */
  last_used_by: z.string(),
})

/** What opens the interfaces for machines (specification part 2, sections 2 to 6). Its token is in no record. */
export const apiKeys = defineResource({
  kind: 'apikey',
  path: 'apikeys',
  label: { one: 'API key', many: 'API keys' },
  key: { read: 'key', remove: ({ used_by, key }) => `${used_by}_${key}` },
  history: 'tenantversion',
  access: {
    super: { read: 'superusers', write: 'superusers' },
    tenant: { read: 'superusers', write: 'superusers' },
  },
  record,
  row: record,
  add: z
    .strictObject({
      name: requiredText(50, 'Name field is required'),
      used_by: usedBy,
      /** One is made up when it is left out or empty. */
      token: token.optional(),
    })
    .superRefine(({ name, used_by }, context) => {
      // A missing name has been told already.
      const message = name === '' ? undefined : problemOfKeyName(name, used_by)
      if (message) context.addIssue({ code: 'custom', message, path: ['name'] })
    }),
  /** All that can be changed is that it opens nothing any more. */
  change: z.strictObject({ id: databaseId(), name: optionalText(128), used_by: usedBy, revoked: z.boolean() }),
  document,
  compared: { name: text('name'), used_by: choice('used by'), revoked: flag('revoked') },
})

export type ApiKey = RecordOf<typeof apiKeys>
export type ApiKeyDocument = DocumentOf<typeof apiKeys>

const api = resourceEndpoints(apiKeys)
const revealed = z.object({ token: z.string() })

/** The one answer that has the token without having to be asked for it: whoever adds a key has to hand it on. */
export const addApiKey = defineEndpoint({
  ...api.add,
  query: writeQuery,
  answer: record.extend(notices.shape).extend(revealed.shape),
})

/** Remembered in the activity log each time. */
export const revealApiKey = defineEndpoint({
  method: 'POST',
  precondition: 'none',
  path: `${internalApi}/apikeys/:key/reveal`,
  summary: 'Read the token of an API key; one of the Web API only on the super-tenant',
  deployments: everywhere,
  caller: { may: 'view', resource: apiKeys },
  params: keyParams,
  answer: revealed,
  success: 200,
})
