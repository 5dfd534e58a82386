import { X509Certificate } from 'node:crypto'
import { isWebAddress } from '@quatrain/contract/kit/web-address.ts'
import { attributeOf, childrenOf, descendantsOf, isElement, parseXml, SamlError, textOf } from './xml.ts'

/** An identity provider as its metadata describe it. */
export interface SamlIdentityProvider {
  readonly entityId: string
  /** The address at which browsers log in. */
  readonly loginUrl: string
  /** The addresses at which browsers log out, and to which they are sent after a logout that the provider began. */
  readonly logout: { readonly requestUrl: string; readonly responseUrl: string } | undefined
  /** The provider has several certificates while it changes its key: a signature of any of them is accepted. */
  readonly certificates: readonly X509Certificate[]
}

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const saml2 = 'urn:oasis:names:tc:SAML:2.0:protocol'

/**
 * The identity provider in metadata. `entityId` selects one of several, and may be empty if there is only one. Throws
 * `SamlError`, whose message an administrator can read.
 */
export function identityProviderIn(metadata: string, entityId: string, now: Date): SamlIdentityProvider {
  const root = parseXml(metadata)
  const entities = isElement(root, 'metadata', 'EntityDescriptor')
    ? [root]
    : descendantsOf(root, 'metadata', 'EntityDescriptor')
  const providers = entities.flatMap((entity) =>
    childrenOf(entity, 'metadata', 'IDPSSODescriptor').map((role) => ({ entity, role })),
  )
  const matching = providers.filter(({ entity }) => entityId === '' || attributeOf(entity, 'entityID') === entityId)
  const [descriptor] = matching
  if (!descriptor) {
    throw new SamlError(
      entityId === '' || providers.length === 0
        ? 'The metadata describe no identity provider of SAML 2.0.'
        : `The metadata do not describe ${entityId}.`,
    )
  }
  if (matching.length > 1) {
    throw new SamlError('The metadata describe several identity providers: the entity ID has to select one.')
  }
  for (const element of [root, descriptor.entity, descriptor.role]) assertNotExpired(element, now)
  return fromRole(descriptor.entity, descriptor.role)
}

function fromRole(entity: Element, role: Element): SamlIdentityProvider {
  if (!(attributeOf(role, 'protocolSupportEnumeration') ?? saml2).split(/\s+/).includes(saml2)) {
    throw new SamlError('The identity provider does not support SAML 2.0.')
  }
  const [login] = servicesOf(role, 'SingleSignOnService')
  if (!login) throw new SamlError('The metadata have no address for logins with the binding HTTP-Redirect.')
  const [logout] = servicesOf(role, 'SingleLogoutService')
  const certificates = certificatesOf(role)
  if (certificates.length === 0) throw new SamlError('The metadata have no certificate for signatures.')
  return {
    entityId: attributeOf(entity, 'entityID') ?? '',
    loginUrl: addressOf(login, 'Location'),
    logout: logout && {
      requestUrl: addressOf(logout, 'Location'),
      responseUrl: addressOf(logout, logout.hasAttribute('ResponseLocation') ? 'ResponseLocation' : 'Location'),
    },
    certificates,
  }
}

const servicesOf = (role: Element, name: string): Element[] =>
  childrenOf(role, 'metadata', name).filter((service) => attributeOf(service, 'Binding') === redirectBinding)

/** Browsers are sent there. */
function addressOf(service: Element, attribute: string): string {
  const address = attributeOf(service, attribute) ?? ''
  if (/^https?:/.test(address) && isWebAddress(address, { localhost: true })) return address
  throw new SamlError(`The metadata have an invalid address: ${address.slice(0, 200)}`)
}

/** A key without a use is for signatures too. */
const certificatesOf = (role: Element): X509Certificate[] =>
  childrenOf(role, 'metadata', 'KeyDescriptor')
    .filter((key) => (attributeOf(key, 'use') ?? 'signing') === 'signing')
    .flatMap((key) => descendantsOf(key, 'signature', 'X509Certificate'))
    .map((certificate) => {
      try {
        return new X509Certificate(Buffer.from(textOf(certificate), 'base64'))
      } catch {
        throw new SamlError('The metadata have a certificate that cannot be read.')
      }
    })

function assertNotExpired(element: Element, now: Date): void {
  const until = attributeOf(element, 'validUntil')
  if (until !== undefined && !(Date.parse(until) > now.getTime())) {
    throw new SamlError(`The metadata were valid until ${until}.`)
  }
}
