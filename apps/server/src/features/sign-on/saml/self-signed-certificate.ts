import { createPrivateKey, createPublicKey, generateKeyPair, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'

/** A private key and its certificate, both as PEM. */
export interface SigningKey {
  readonly privateKey: string
  readonly certificate: string
}

const years = 20

/** A new RSA key with a certificate that it signs itself: identity providers compare the certificate as a whole. */
export async function newSigningKey(name: string, now: Date): Promise<SigningKey> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + years)
  return { privateKey, certificate: certificateOf(privateKey, name, [now, until]) }
}

/** A certificate of X.509 in its DER encoding (RFC 5280, section 4.1). */
function certificateOf(privateKey: string, name: string, validity: readonly Date[]): string {
  const key = createPrivateKey(privateKey)
  const commonName = sequence(objectId('550403'), tagged(0x0c, Buffer.from(name)))
  const subject = sequence(tagged(0x31, commonName))
  const algorithm = sequence(objectId('2a864886f70d01010b'), tagged(0x05))
  const content = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    subject,
    sequence(...validity.map(time)),
    subject,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('RSA-SHA256', content, key)])
  const certificate = sequence(content, algorithm, tagged(0x03, signature)).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${certificate.replace(/.{64}/g, '$&\n').trim()}\n-----END CERTIFICATE-----\n`
}

const tagged = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content])
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length])
  if (length < 0x100) return Buffer.from([0x81, length])
  return Buffer.from([0x82, length >> 8, length & 0xff])
}

const sequence = (...parts: readonly Buffer[]) => tagged(0x30, ...parts)
const integer = (bytes: Buffer) => tagged(0x02, bytes)
const objectId = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))

/** Years from 2050 have four digits. */
function time(date: Date): Buffer {
  const digits = `${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`
  return date.getUTCFullYear() < 2050 ? tagged(0x17, Buffer.from(digits.slice(2))) : tagged(0x18, Buffer.from(digits))
}
