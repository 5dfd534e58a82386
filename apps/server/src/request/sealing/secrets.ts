import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { type Sealing, sealingWith } from './sealing.ts'

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
