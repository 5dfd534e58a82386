import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** What the server's one secret is used for. Every use has a key of its own, derived from it. */
export interface Secrets {
  /** A keyed hash, in hex: finds a key again without storing it (decision D18). */
  fingerprint(text: string): string
  /** Encrypts text so that only this server's secret opens it again. */
  seal(text: string): string
  /** Throws when the text was sealed with another secret, or changed. */
  open(sealed: string): string
  /** A token that stands for `purpose`; the same each time. */
  tokenFor(purpose: string): string
  /** Key material for signing cookies. */
  readonly cookieKey: string
  /** Key material for signing where the activity log ended. */
  readonly anchorKey: string
}

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/** `secret` should have at least 32 characters that nobody can guess. */
export function secretsOf(secret: string): Secrets {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `quatrain ${purpose}`, 32))
  const sealing = keyFor('sealing')
  const lookup = keyFor('lookup')
  const tokens = keyFor('tokens')
  return {
    fingerprint: (text) => createHmac('sha256', lookup).update(text).digest('hex'),
    seal(text) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv(algorithm, sealing, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv(algorithm, sealing, bytes.subarray(0, nonceLength))
      decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
      return decipher.update(bytes.subarray(nonceLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
    },
    tokenFor: (purpose) => createHmac('sha256', tokens).update(purpose).digest('base64url'),
    cookieKey: keyFor('cookies').toString('hex'),
    anchorKey: keyFor('activity anchors').toString('hex'),
  }
}

/** A plain hash, for what is already random: a copy of the database does not open a session. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
