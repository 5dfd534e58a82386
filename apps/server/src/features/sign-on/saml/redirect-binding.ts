import { createPrivateKey, sign, verify, type X509Certificate } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { SamlError } from './xml.ts'

type MessageName = 'SAMLRequest' | 'SAMLResponse'

/** The algorithms of signatures in addresses: SHA-1 is refused. */
const hashes: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'RSA-SHA256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': 'RSA-SHA384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'RSA-SHA512',
}
const ownAlgorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

interface Outgoing {
  readonly name: MessageName
  readonly xml: string
  readonly relayState?: string | undefined
}

/** The address with a signed message, to which a browser is sent (SAML bindings, section 3.4). */
export function signedAddress(destination: string, { name, xml, relayState }: Outgoing, privateKey: string): string {
  const message = deflateRawSync(Buffer.from(xml)).toString('base64')
  const parameters = [
    [name, message],
    ...(relayState === undefined ? [] : [['RelayState', relayState]]),
    ['SigAlg', ownAlgorithm],
  ]
  const signed = parameters.map(([key, value = '']) => `${key}=${encodeURIComponent(value)}`).join('&')
  const signature = sign('RSA-SHA256', Buffer.from(signed), createPrivateKey(privateKey)).toString('base64')
  const separator = destination.includes('?') ? '&' : '?'
  return `${destination}${separator}${signed}&Signature=${encodeURIComponent(signature)}`
}

/** A message in an address, not verified yet. */
export interface Incoming {
  readonly name: MessageName
  readonly xml: string
  readonly relayState: string | undefined
  /** Whether one of the certificates verifies the signature of the address. Throws `SamlError` if there is none. */
  readonly isSignedBy: (certificates: readonly X509Certificate[]) => boolean
}

const maxMessageBytes = 100_000

/** Reads the message in the query of an address, which is verified byte by byte. Throws `SamlError`. */
export function messageIn(query: string): Incoming {
  const raw = new Map<string, string>()
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    if (raw.has(name)) throw new SamlError(`The address has the parameter ${name.slice(0, 50)} twice.`)
    raw.set(name, value)
  }
  const parameter = (name: string): string | undefined => {
    const value = raw.get(name)
    return value === undefined ? undefined : decoded(value)
  }
  const [name] = (['SAMLRequest', 'SAMLResponse'] as const).filter((name) => raw.has(name))
  if (name === undefined) throw new SamlError('The address has no message of SAML.')
  if (raw.has('SAMLRequest') && raw.has('SAMLResponse')) throw new SamlError('The address has two messages.')
  const signed = [name, 'RelayState', 'SigAlg'].filter((name) => raw.has(name))
  const signedBytes = Buffer.from(signed.map((name) => `${name}=${raw.get(name)}`).join('&'))
  return {
    name,
    xml: inflated(parameter(name) ?? ''),
    relayState: parameter('RelayState'),
    isSignedBy(certificates) {
      const [algorithm, signature] = [parameter('SigAlg'), parameter('Signature')]
      if (algorithm === undefined || signature === undefined) throw new SamlError('The message is not signed.')
      const hash = Object.hasOwn(hashes, algorithm) ? hashes[algorithm] : undefined
      if (hash === undefined) throw new SamlError(`Signatures of ${algorithm.slice(0, 100)} are not accepted.`)
      const signatureBytes = Buffer.from(signature, 'base64')
      return certificates.some(({ publicKey }) => verify(hash, signedBytes, publicKey, signatureBytes))
    },
  }
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    throw new SamlError('The address is encoded wrongly.')
  }
}

function inflated(message: string): string {
  try {
    return inflateRawSync(Buffer.from(message, 'base64'), { maxOutputLength: maxMessageBytes }).toString()
  } catch {
    throw new SamlError('The message cannot be decompressed.')
  }
}
