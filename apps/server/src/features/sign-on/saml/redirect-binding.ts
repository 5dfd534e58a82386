import { createPrivateKey, sign } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'

const ownAlgorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

interface Outgoing {
  readonly name: 'SAMLRequest' | 'SAMLResponse'
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
