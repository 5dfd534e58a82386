import { type ApiKeyDocument, apiKeys } from '@quatrain/contract/resources/api-key.ts'
import { memberWords } from '#kit/recording/list-words.ts'
import { recordedKind } from '#kit/recording/recorded-kind.ts'

/** A key as the base of a change. */
export type KeyToChange = ApiKeyDocument & { readonly id: number; readonly rowVersion: number }

/** Keys in the format of the recorder. */
export const recordedKeys = recordedKind(apiKeys, {
  nameOf: ({ name }) => name,
  words: {
    networks: memberWords({ one: 'address range', many: 'address ranges' }),
    scopes: memberWords({ one: 'scope', many: 'scopes' }),
  },
})
