import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { NewPasskey } from '@quatrain/contract/accounts/new-passkey.ts'
import type { PasskeyProof } from '@quatrain/contract/accounts/passkeys.ts'

/** What an authenticator and its browser put into a message; by default what the console expects. */
export interface Signing {
  readonly challenge: string
  readonly origin?: string
  readonly rpId?: string
  readonly type?: string
  /** Whether the authenticator has verified its user. */
  readonly isVerified?: boolean
  readonly signatures?: number
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

/** A data item of CBOR (RFC 8949): its major type, and a number below 2^16. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
const number = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const map = (...entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()])
const list = (...items: readonly Buffer[]) => Buffer.concat([head(4, items.length), ...items])

const flags = { present: 1, verified: 4, hasCredential: 64 }

/** A passkey in software, with its browser on the pages of `site`. */
export function anAuthenticator(site = 'http://north.test') {
  const id = randomBytes(32)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coordinate = (value: string) => bytes(Buffer.from(value, 'base64url'))
  const [type, algorithm, curve] = [1, 3, -1]
  const key = map(
    [number(type), number(2)],
    [number(algorithm), number(-7)],
    [number(curve), number(1)],
    [number(-2), coordinate(x)],
    [number(-3), coordinate(y)],
  )
  let counted = 0
  const clientData = ({ challenge, origin = site, type }: Signing) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  function authenticatorData(
    { rpId = new URL(site).hostname, isVerified = true, signatures }: Signing,
    credential?: Buffer,
  ) {
    counted = signatures ?? counted + 1
    const flag = flags.present | (isVerified ? flags.verified : 0) | (credential ? flags.hasCredential : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(counted)
    return Buffer.concat([sha256(rpId), Buffer.from([flag]), counter, credential ?? Buffer.alloc(0)])
  }
  return {
    id: id.toString('base64url'),
    /** A new passkey; with certificates, if they are given. */
    make(signing: Signing, certificates?: readonly Buffer[]): NewPasskey {
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const data = authenticatorData(signing, credential)
      const statement = certificates
        ? map([text('alg'), number(-7)], [text('sig'), bytes(id)], [text('x5c'), list(...certificates.map(bytes))])
        : map()
      const attestation = map(
        [text('fmt'), text(certificates ? 'packed' : 'none')],
        [text('attStmt'), statement],
        [text('authData'), bytes(data)],
      )
      return {
        credential_id: this.id,
        client_data: clientData({ type: 'webauthn.create', ...signing }).toString('base64url'),
        attestation: attestation.toString('base64url'),
        transports: ['internal'],
      }
    },
    prove(signing: Signing): PasskeyProof {
      const client = clientData({ type: 'webauthn.get', ...signing })
      const data = authenticatorData(signing)
      return {
        credential_id: this.id,
        client_data: client.toString('base64url'),
        authenticator_data: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      }
    },
  }
}
