// Responses of a SAML provider that a test writes itself, also such as no honest provider sends.
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import type { SigningKey } from '#features/sign-on/saml/self-signed-certificate.ts'
import { anIdentityProvider } from './stored-samples.ts'

/** The values of a provider without its tenant, name and metadata. */
export const aSamlProvider = {
  ...anIdentityProvider,
  protocol: 'saml',
  enabled: true,
  issuer: '',
  client_id: '',
  group_rules: [{ value: 'operators', kind: 'metrics', group: 'operations' }],
}

export const entityId = 'https://idp.test/metadata'

export const providerMetadata = (keys: readonly SigningKey[], logout = ''): string =>
  `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">` +
  '<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">' +
  keys
    .map(
      ({ certificate }) =>
        '<KeyDescriptor><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>' +
        `${certificate.replace(/-----[^-]*-----/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
    )
    .join('') +
  logout +
  '<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.test/login"/>' +
  '</IDPSSODescriptor></EntityDescriptor>'

/** The request in an address of the provider. */
export function requestIn(location: string) {
  const { searchParams } = new URL(location)
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  const attributeOf = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1] ?? ''
  return {
    xml,
    id: attributeOf('ID'),
    acsUrl: attributeOf('AssertionConsumerServiceURL'),
    audience: /<saml:Issuer>([^<]*)</.exec(xml)?.[1] ?? '',
    relayState: searchParams.get('RelayState') ?? '',
  }
}

export type Request = ReturnType<typeof requestIn>

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

const minutes = (number: number) => new Date(Date.now() + number * 60_000).toISOString()

/** What a response says; by default what an honest provider says about a login. */
export interface Said {
  readonly id?: string
  readonly name?: string
  readonly format?: string
  readonly attributes?: Readonly<Record<string, readonly string[]>>
  readonly issuer?: string
  readonly audience?: string
  readonly recipient?: string
  readonly destination?: string
  readonly inResponseTo?: string
  readonly confirmedRequest?: string
  readonly method?: string
  readonly from?: string
  readonly until?: string
  /** When the person logged in at the provider. */
  readonly provedAt?: string
}

let number = 0

/** An assertion that nobody has signed. */
export function assertionFor(request: Request, said: Said = {}): string {
  number += 1
  const attributes = Object.entries(said.attributes ?? {}).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  )
  const until = said.until ?? minutes(5)
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${said.id ?? `_a${number}`}" Version="2.0"` +
    ` IssueInstant="${minutes(0)}"><saml:Issuer>${said.issuer ?? entityId}</saml:Issuer><saml:Subject>` +
    `<saml:NameID Format="${said.format ?? persistent}">${said.name ?? 'ada'}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="${said.method ?? 'urn:oasis:names:tc:SAML:2.0:cm:bearer'}">` +
    `<saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${said.recipient ?? request.acsUrl}"` +
    ` InResponseTo="${said.confirmedRequest ?? said.inResponseTo ?? request.id}"/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${said.from ?? minutes(-5)}" NotOnOrAfter="${until}"><saml:AudienceRestriction>` +
    `<saml:Audience>${said.audience ?? request.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${said.provedAt ?? minutes(0)}" SessionIndex="s${number}"><saml:AuthnContext><saml:AuthnContextClassRef>` +
    'urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>' +
    (attributes.length === 0 ? '' : `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>`) +
    '</saml:Assertion>'
  )
}

/** A response around an assertion. */
export const responseOf = (request: Request, assertion: string, said: Said = {}): string =>
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_r${number}" Version="2.0"` +
  ` IssueInstant="${minutes(0)}" Destination="${said.destination ?? request.acsUrl}"` +
  ` InResponseTo="${said.inResponseTo ?? request.id}"><samlp:Status><samlp:StatusCode` +
  ` Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${assertion}</samlp:Response>`

const sha256 = {
  signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
} as const

export const sha1 = {
  signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1',
} as const

const canonical = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** Signs the first assertion, or the element with this local name. */
export function signed(
  xml: string,
  { privateKey, certificate }: SigningKey,
  { element = 'Assertion', algorithms = sha256 }: { element?: string; algorithms?: typeof sha256 | typeof sha1 } = {},
): string {
  const signature = new SignedXml({ privateKey, publicCert: certificate, ...algorithms })
  signature.canonicalizationAlgorithm = canonical
  const xpath = `(//*[local-name()='${element}'])[1]`
  signature.addReference({
    xpath,
    digestAlgorithm: algorithms.digestAlgorithm,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', canonical],
  })
  signature.computeSignature(xml, {
    location: { reference: `${xpath}/*[local-name()='Issuer' or local-name()='Status'][1]`, action: 'after' },
    prefix: 'ds',
  })
  return signature.getSignedXml()
}
