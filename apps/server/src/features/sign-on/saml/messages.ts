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
export const authnRequest = (
  head: Head,
  { isNamePersistent, isAgain }: { readonly isNamePersistent: boolean; readonly isAgain: boolean },
): string =>
  message(
    'AuthnRequest',
    head,
    ` AssertionConsumerServiceURL="${escapeXml(head.from.acsUrl)}"` +
      ` ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"${isAgain ? ' ForceAuthn="true"' : ''}`,
    `<samlp:NameIDPolicy${isNamePersistent ? ` Format="${persistent}"` : ''} AllowCreate="true"/>`,
  )

/** The name of a person in an assertion, as logouts repeat it. */
export interface NameId {
  readonly value: string
  readonly format: string | undefined
  readonly nameQualifier: string | undefined
  readonly spNameQualifier: string | undefined
}

const optional = (name: string, value: string | undefined) =>
  value === undefined ? '' : ` ${name}="${escapeXml(value)}"`

/** Asks to end a session at the identity provider. */
export const logoutRequest = (head: Head, nameId: NameId, sessionIndex: string | undefined): string =>
  message(
    'LogoutRequest',
    head,
    '',
    `<saml:NameID${optional('Format', nameId.format)}${optional('NameQualifier', nameId.nameQualifier)}` +
      `${optional('SPNameQualifier', nameId.spNameQualifier)}>${escapeXml(nameId.value)}</saml:NameID>` +
      (sessionIndex === undefined ? '' : `<samlp:SessionIndex>${escapeXml(sessionIndex)}</samlp:SessionIndex>`),
  )

/** Confirms a logout that the identity provider began. */
export const logoutResponse = (head: Head, inResponseTo: string): string =>
  message(
    'LogoutResponse',
    head,
    ` InResponseTo="${escapeXml(inResponseTo)}"`,
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>',
  )
