import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#request/sealing/secrets.ts'

interface Recipient {
  readonly tenantId: number
  readonly userId: number
}

/** What the link of a mail contains: it can only end the mails of this user. */
export const unsubscribeToken = (secrets: Pick<Secrets, 'tokenFor'>, { tenantId, userId }: Recipient): string =>
  `${userId}.${secrets.tokenFor(`unsubscribe ${tenantId} ${userId}`)}`

/** The id of the user of a token of this tenant; undefined for a wrong one. The former secret is accepted too. */
export function userOfToken(
  { accepted }: Pick<Secrets, 'accepted'>,
  tenantId: number,
  token: string,
): number | undefined {
  const userId = Number.parseInt(token, 10)
  const isSame = (expected: string) =>
    expected.length === token.length && timingSafeEqual(Buffer.from(expected), Buffer.from(token))
  return accepted.some((keys) => isSame(unsubscribeToken(keys, { tenantId, userId }))) ? userId : undefined
}
