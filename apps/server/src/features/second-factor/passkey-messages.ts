import { randomBytes } from 'node:crypto'
import type { NewPasskey, PasskeyCreation } from '@quatrain/contract/accounts/new-passkey.ts'
import type { PasskeyProof, PasskeyRequest } from '@quatrain/contract/accounts/passkeys.ts'
import { hashOf } from '#request/sealing/secrets.ts'

/** The console as passkeys see it: a passkey of one tenant does not work for another one. */
export interface Site {
  /** The host without its port and `www.`, so passkeys work with and without that prefix. */
  readonly id: string
  readonly name: string
  /** The origin of the pages. */
  readonly origin: string
}

export function siteAt(origin: string, tenantName: string): Site {
  return { id: new URL(origin).hostname.replace(/^www\./, ''), name: `Quatrain ${tenantName}`, origin }
}

export interface StoredPasskey {
  readonly credentialId: string
  readonly publicKey: string
  readonly signatures: number
  readonly transports: string[]
}

export const newChallenge = (): string => randomBytes(32).toString('base64url')

/** Seconds that a user has to use a passkey. */
export const passkeySeconds = 300
const timeout = passkeySeconds * 1000

type KnownPasskey = Pick<StoredPasskey, 'credentialId' | 'transports'>

const descriptorsOf = (passkeys: readonly KnownPasskey[]) =>
  passkeys.map(({ credentialId: id, transports }) => ({ type: 'public-key' as const, id, transports }))

/** EdDSA, ECDSA with SHA-256, RSA with SHA-256: the first one that an authenticator has is used. */
const algorithms = [-8, -7, -257]

interface Owner {
  readonly tenantId: number
  readonly userId: number
  readonly username: string
}

/** What a browser needs to make a passkey. The authenticator has to verify its user, by a PIN or a fingerprint for example. */
export function creationOf(
  { id, name }: Site,
  { tenantId, userId, username }: Owner,
  challenge: string,
  passkeys: readonly KnownPasskey[],
): PasskeyCreation {
  // Authenticators show the names, but store the id, which must not tell who the user is.
  const handle = Buffer.from(hashOf(`passkeys of ${tenantId}:${userId}`), 'hex').toString('base64url')
  return {
    challenge,
    rp: { id, name },
    user: { id: handle, name: username, displayName: username },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: descriptorsOf(passkeys),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    attestation: 'none',
    timeout,
  }
}

/** What a browser needs to use one of these passkeys. */
export const requestOf = ({ id }: Site, challenge: string, passkeys: readonly KnownPasskey[]): PasskeyRequest => ({
  challenge,
  rpId: id,
  allowCredentials: descriptorsOf(passkeys),
  userVerification: 'required',
  timeout,
})

/** The challenge that a browser says it has answered; empty if it says nothing readable. */
export function challengeIn(clientData: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'))
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

/** Loaded when the first passkey is used: it takes 25 MB of memory. */
const library = () => import('@simplewebauthn/server')

const envelope = (id: string) => ({ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} })

/** Returns the public key of a new passkey. Throws an error that says why it is refused. */
export async function verifyNew(site: Site, challenge: string, registration: NewPasskey): Promise<StoredPasskey> {
  const { verifyRegistrationResponse } = await library()
  await assertNoCertificates(registration.attestation)
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...envelope(registration.credential_id),
      response: { clientDataJSON: registration.client_data, attestationObject: registration.attestation },
    },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    supportedAlgorithmIDs: algorithms,
  })
  if (!verified) throw new Error('The attestation is wrong.')
  const { id, publicKey, counter } = registrationInfo.credential
  if (id !== registration.credential_id) throw new Error('The id is not the one in the attestation.')
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    signatures: counter,
    transports: registration.transports,
  }
}

/** The library would load the revocation lists that certificates name, from any address. Nobody asked for certificates. */
async function assertNoCertificates(attestation: string): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(Buffer.from(attestation, 'base64url'))
  const format = decoded.get('fmt')
  if (format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)) return
  throw new Error(`An attestation of the format ${format} was not requested.`)
}

/** Returns the number of signatures. Throws an error that says why the proof is refused. */
export async function verifyProof(
  site: Site,
  challenge: string,
  proof: PasskeyProof,
  { credentialId, publicKey, signatures }: StoredPasskey,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      ...envelope(proof.credential_id),
      response: {
        clientDataJSON: proof.client_data,
        authenticatorData: proof.authenticator_data,
        signature: proof.signature,
      },
    },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: { id: credentialId, publicKey: Buffer.from(publicKey, 'base64url'), counter: signatures },
  })
  if (!verified) throw new Error('The signature is wrong.')
  return authenticationInfo.newCounter
}
