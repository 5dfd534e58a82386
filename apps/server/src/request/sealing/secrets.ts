import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts texts with one key. */
interface Sealing {
  /** Encrypts text; `owner` is authenticated, and required for decryption. */
  seal(text: string, owner: string): string
  /** Undefined if the text was encrypted with another key or for another owner, or was modified. */
  open(sealed: string, owner: string): string | undefined
}

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/** The form of encrypted texts, which they begin with. */
const mark = '2:'

/** AES-256-GCM with this key of 32 bytes. */
const sealingWith = (key: Buffer): Sealing => ({
  seal(text, owner) {
    const nonce = randomBytes(nonceLength)
    const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength }).setAAD(Buffer.from(owner))
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return mark + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
  },
  open(sealed, owner) {
    if (!sealed.startsWith(mark)) return undefined
    const bytes = Buffer.from(sealed.slice(mark.length), 'base64')
    try {
      const nonce = bytes.subarray(0, nonceLength)
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength })
      decipher.setAAD(Buffer.from(owner))
      decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
      return decipher.update(bytes.subarray(nonceLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      return undefined
    }
  },
})

/** The keys that are derived from one secret, one for each purpose. */
export interface DerivedKeys {
  /** A keyed hash in hex: finds a key without storing its token (decision D18). */
  fingerprint(text: string): string
  /** A deterministic token for `purpose`. */
  tokenFor(purpose: string): string
  /** Key for signing cookies. */
  readonly cookieKey: string
  /** Key for signing the anchors of the activity log. */
  readonly anchorKey: string
}

/** The uses of the server's secret. */
export interface Secrets extends DerivedKeys, Sealing {
  /** Decrypts what the current or the previous secret has encrypted for this owner. */
  open(sealed: string, owner: string): string | undefined
  /** Whether the text was encrypted for this owner with the current secret. */
  isSealedNow(sealed: string, owner: string): boolean
  /** The keys of the current secret, and of the previous one if it is set: both are accepted. */
  readonly accepted: readonly [DerivedKeys, ...DerivedKeys[]]
}

/** Secrets should have at least 32 random characters. `previous` is still accepted. */
export function secretsOf(secret: string, previous?: string): Secrets {
  const now = keysOf(secret)
  const before = previous === undefined ? [] : [keysOf(previous)]
  return {
    ...now.derived,
    seal: now.sealing.seal,
    open: (sealed, owner) =>
      [now, ...before].map(({ sealing }) => sealing.open(sealed, owner)).find((text) => text !== undefined),
    isSealedNow: (sealed, owner) => now.sealing.open(sealed, owner) !== undefined,
    accepted: [now.derived, ...before.map(({ derived }) => derived)],
  }
}

function keysOf(secret: string): { readonly derived: DerivedKeys; readonly sealing: Sealing } {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `quatrain ${purpose}`, 32))
  const lookup = keyFor('lookup')
  const tokens = keyFor('tokens')
  return {
    sealing: sealingWith(keyFor('sealing')),
    derived: {
      fingerprint: (text) => createHmac('sha256', lookup).update(text).digest('hex'),
      tokenFor: (purpose) => createHmac('sha256', tokens).update(purpose).digest('base64url'),
      cookieKey: keyFor('cookies').toString('hex'),
      anchorKey: keyFor('activity anchors').toString('hex'),
    },
  }
}

/** An unkeyed hash of a random token: a copy of the database opens no session. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
