import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type ApiKey, addApiKey, apiKeys, keyKinds } from '@quatrain/contract/resources/api-key.ts'
import { z } from 'zod'
import { type Write, writeOf } from '#kit/api/write.ts'
import { contractRules } from '#kit/form/contract-rules.ts'
import { versionedDefinition } from '#kit/history/versioned-definition.ts'
import type { AddableDefinition } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'
import { showNewToken } from './NewTokenDialog.tsx'

const formValues = z.object({ name: z.string(), used_by: z.enum(keyKinds), token: z.string() })

export type ApiKeyValues = z.output<typeof formValues>

const api = resourceEndpoints(apiKeys)

/** How versions of a key are shown. */
export const apiKeyVersions = versionedDefinition(apiKeys, paths.apiKeys)

const { name, used_by } = apiKeys.compared

export const apiKeyDefinition: AddableDefinition<typeof apiKeys, ApiKeyValues> = {
  resource: apiKeys,
  blank: { name: '', used_by: 'poem', token: '' },
  valuesOf: ({ name, used_by }) => ({ name, used_by, token: '' }),
  paths: paths.apiKeys,
  values: formValues,
  // Not the token: it is in no document, and no dialog has to show it.
  compared: { name, used_by },
  toDocument: (values) => ({ name: values.name, used_by: values.used_by }),
  withoutSecrets: (values) => ({ ...values, token: '' }),
  nameOf: ({ name }) => name,
  writes: {
    add: (values) => showingToken(writeOf(addApiKey, { body: values })),
    change: () => {
      throw new Error('A key is not changed by a form.')
    },
    remove: (key) => writeOf(api.remove, { params: { key } }),
  },
  fromDocument(document, beside) {
    const { data } = apiKeys.document.pick({ name: true, used_by: true }).safeParse(document)
    return data && { token: '', ...beside, ...data }
  },
  sideEffects: {},
  warningTitle: 'Warning',
  failureTitle: 'Error',
  deletesForGood: true,
}

/** Shows the token once; nothing keeps it after the dialog is closed. */
const showingToken = (write: Write): Write => ({
  ...write,
  async send(options) {
    const written = await write.send(options)
    const { token, ...record } = written.record
    showNewToken(String(record.name), String(token))
    return { ...written, record }
  },
})

/** Revokes the key. No version is returned, because it cannot be undone. */
export function revokingOf({ id, name, used_by }: ApiKey): Write {
  const write = writeOf(api.change, { body: { id, name, used_by, revoked: true } })
  return { ...write, send: async (options) => ({ ...(await write.send(options)), etag: undefined }) }
}

/** The rules are those of the contract. */
export const apiKeySchema = contractRules(formValues, apiKeys.add, (values) => values)
