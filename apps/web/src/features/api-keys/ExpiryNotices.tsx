import { expiryOf } from '@quatrain/contract/kit/key-limits.ts'
import type { ApiKey } from '@quatrain/contract/resources/api-key.ts'
import { Moment } from '#kit/page/Moment.tsx'
import { Notice } from '#ui/Notice.tsx'

/** What happens to a key soon, or has happened: its expiry, and the end of its previous token. */
export function ExpiryNotices({ apiKey: key }: { readonly apiKey: ApiKey }) {
  const { expires, previous_until: until, revoked } = key
  const now = new Date()
  const state = expiryOf(key, now)
  return (
    <>
      {state === 'soon' && expires !== null && (
        <Notice kind="warning">
          This key expires on <Moment iso={expires} />. Afterwards all requests with it are refused.
        </Notice>
      )}
      {state === 'expired' && (
        <Notice kind="bad">
          This key has expired: all requests with it are refused. Choose a later time to use it.
        </Notice>
      )}
      {!revoked && until !== null && new Date(until) > now && (
        <Notice kind="info">
          The token was replaced. The previous one is accepted until <Moment iso={until} />.
        </Notice>
      )}
    </>
  )
}
