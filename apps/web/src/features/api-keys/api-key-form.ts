import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type ApiKey, addApiKey, apiKeys, keyKinds } from '@quatrain/contract/resources/api-key.ts'
import { z } from 'zod'
import { showingSecret, type Write, writeOf } from '#kit/api/write.ts'
import { contractRules, fieldOfText } from '#kit/form/form-rules.ts'
import { versionedDefinition } from '#kit/history/WithVersion.tsx'
import type { AddableDefinition } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'
import { showNewToken } from './Token.tsx'

const limits = apiKeys.document.pick({ expires: true, networks: true, scopes: true }).shape

const formValues = z.object({
  name: z.string(),
  used_by: z.enum(keyKinds),
  token: z.string(),
  ...limits,
  /** While it is typed, it is no time yet. */
  expires: z.string().nullable(),
  /** Identify a stored key, whose token is replaced elsewhere. */
  id: z.int().optional(),
  tenant: z.string().optional(),
})

export type ApiKeyValues = z.output<typeof formValues>

const api = resourceEndpoints(apiKeys)

/** How versions of a key are shown. */
export const apiKeyVersions = versionedDefinition(apiKeys, paths.apiKeys)

const { name, used_by, expires, networks, scopes } = apiKeys.compared

const compared = formValues.pick({ name: true, used_by: true, expires: true, networks: true, scopes: true })

const documentOf = (key: z.input<typeof compared>): z.output<typeof compared> => compared.parse(key)

/** What an add and a change send. A key for the Web API has no ranges and no scopes. */
function inputOf(values: ApiKeyValues) {
  const { name, used_by, expires, networks, scopes } = values
  const limited = used_by === 'webapi' ? { networks: [], scopes: [] } : { networks, scopes }
  return { name, used_by, expires, ...limited }
}

const addedOf = (values: ApiKeyValues) => ({ ...inputOf(values), token: values.token })

export const apiKeyDefinition: AddableDefinition<typeof apiKeys, ApiKeyValues> = {
  resource: apiKeys,
  blank: { name: '', used_by: 'poem', token: '', expires: null, networks: [], scopes: [] },
  valuesOf: (key) => ({ ...documentOf(key), token: '', id: key.id, tenant: key.tenant }),
  paths: paths.apiKeys,
  values: formValues,
  // The token is not compared: it is in no document, and no dialog has to show it.
  compared: { name, used_by, expires, networks, scopes },
  toDocument: documentOf,
  withoutSecrets: (values) => ({ ...values, token: '' }),
  nameOf: ({ name }) => name,
  writes: {
    add: (values) => showingToken(writeOf(addApiKey, { body: addedOf(values) })),
    change: ({ id = 0, tenant, ...values }) =>
      writeOf(api.change, { body: { ...inputOf(values), id, tenant, revoked: false } }),
    remove: (key) => writeOf(api.remove, { params: { key } }),
  },
  fromDocument(document, currentValues) {
    const { data } = compared.safeParse(document)
    return data && { token: '', ...currentValues, ...data }
  },
  failureTitle: 'Error',
  deletesForGood: true,
}

/** The write of a key that returns its token. */
export const showingToken = (write: Write): Write => showingSecret(write, 'token', showNewToken)

/** Revokes the key. No version is returned, because it cannot be undone. */
export function revokingOf({ id, tenant, name, used_by }: ApiKey): Write {
  const write = writeOf(api.change, { body: { id, tenant, name, used_by, revoked: true } })
  return { ...write, send: async (options) => ({ ...(await write.send(options)), etag: undefined }) }
}

/** The rules are those of the contract. */
const rulesFor = (rules: z.ZodType, sentOf: (values: ApiKeyValues) => unknown) => ({
  schema: contractRules(formValues, rules, sentOf, fieldOfText),
  fieldOf: fieldOfText,
})

export const newKeyRules = rulesFor(apiKeys.add, addedOf)

/** The name of a stored key is not checked: it cannot be changed. */
export const storedKeyRules = rulesFor(apiKeys.change, (values) => ({ ...inputOf(values), id: 1, revoked: false }))
