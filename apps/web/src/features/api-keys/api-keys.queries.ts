import { expiryOf } from '@quatrain/contract/kit/key-limits.ts'
import type { ApiKey } from '@quatrain/contract/resources/api-key.ts'
import { paths } from '#lib/paths.ts'
import type { Confirmation } from '#ui/dialogs.tsx'

const never = 'never'

/** Shown if there is no last use. Keys for the Web API are not used for the console, so theirs is unknown. */
export const withoutUse = ({ used_by }: ApiKey): string => (used_by === 'poem' ? never : 'not known')

/** The address of the list with only active keys that have never been used. */
export const unusedKeyList = `${paths.apiKeys.list}?${new URLSearchParams({ last_used_at: never, revoked: 'no', used_by: 'poem' })}`

const needsAttention = 'soon or expired'

/** How the list finds a key by its expiry. */
export function expiryWord(key: ApiKey, now: Date): string {
  if (expiryOf(key, now)) return needsAttention
  return key.expires === null ? never : 'later'
}

/** The address of the list with only active keys that have expired, or are about to. */
export const expiringKeyList = `${paths.apiKeys.list}?${new URLSearchParams({ expires: needsAttention })}`

/** The question before a key is revoked. */
export const revokingKey = (name: string): Confirmation => ({
  title: 'Revoke key',
  question: 'Are you sure you want to revoke this key? All requests with it are refused from now on.',
  object: name,
  isDestructive: true,
})
