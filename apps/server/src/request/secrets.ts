import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { hasOwner, type Sealing, sealingWith } from './sealing.ts'

/** What is derived from one secret. Every use has a key of its own. */
export interface DerivedKeys {
  /** A keyed hash, in hex: finds a key again without storing it (decision D18). */
  fingerprint(text: string): string
  /** A token that stands for `purpose`; the same each time. */
  tokenFor(purpose: string): string
  /** Key material for signing cookies. */
  readonly cookieKey: string
  /** Key material for signing where the activity log ended. */
  readonly anchorKey: string
}

/** What the server's secret is used for. */
export interface Secrets extends DerivedKeys, Sealing {
  /** Opens what the secret or the previous one has sealed for this owner, and what was sealed before there were owners. */
  open(sealed: string, owner: string): string | undefined
  /** Was the text sealed for this owner with the secret, not the previous one? */
  isSealedNow(sealed: string, owner: string): boolean
  /** Of the secret, and of the previous one if there is one: what either of them made is accepted. */
  readonly accepted: readonly [DerivedKeys, ...DerivedKeys[]]
}

/** Secrets should have at least 32 characters that nobody can guess. What `previous` made is still accepted. */
export function secretsOf(secret: string, previous?: string): Secrets {
  const now = keysOf(secret)
  const before = previous === undefined ? [] : [keysOf(previous)]
  return {
    ...now.derived,
    seal: now.sealing.seal,
    open: (sealed, owner) =>
      [now, ...before].map(({ sealing }) => sealing.open(sealed, owner)).find((text) => text !== undefined),
    isSealedNow: (sealed, owner) => hasOwner(sealed) && now.sealing.open(sealed, owner) !== undefined,
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

/** A plain hash, for what is already random: a copy of the database does not open a session. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
