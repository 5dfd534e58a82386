import type { ApiKey } from '@quatrain/contract/resources/api-key.ts'
import { paths } from '#lib/paths.ts'

const never = 'never'

/** What stands where there is no last use. Keys for the Web API open nothing here, so that none is known of. */
export const withoutUse = ({ used_by }: ApiKey): string => (used_by === 'poem' ? never : 'not known')

/** The list of the keys that would open something, and have never been used. */
export const unusedKeyList = `${paths.apiKeys.list}?${new URLSearchParams({ last_used_at: never, revoked: 'no', used_by: 'poem' })}`
