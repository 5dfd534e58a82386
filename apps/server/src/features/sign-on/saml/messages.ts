import type { ServiceProvider } from './service-provider.ts'
import { persistent } from './service-provider.ts'
import { escapeXml, namespaces } from './xml.ts'

/** What all messages of the console have. */
interface Head {
  readonly id: string
  readonly from: ServiceProvider
  readonly destination: string
  readonly now: Date
}

const message = (name: string, { id, from, destination, now }: Head, attributes: string, content: string): string =>
  `<samlp:${name} xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" Version="2.0"` +
  ` ID="${escapeXml(id)}" IssueInstant="${now.toISOString()}" Destination="${escapeXml(destination)}"${attributes}>` +
  `<saml:Issuer>${escapeXml(from.entityId)}</saml:Issuer>${content}</samlp:${name}>`

/** Asks for a login; for a persistent name if no attribute identifies the person. */
export const authnRequest = (head: Head, { isNamePersistent }: { readonly isNamePersistent: boolean }): string =>
  message(
    'AuthnRequest',
    head,
    ` AssertionConsumerServiceURL="${escapeXml(head.from.acsUrl)}"` +
      ' ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"',
    `<samlp:NameIDPolicy${isNamePersistent ? ` Format="${persistent}"` : ''} AllowCreate="true"/>`,
  )
