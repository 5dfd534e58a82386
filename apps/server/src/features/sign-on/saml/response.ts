import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { SignOnError } from '../sign-on-error.ts'
import { type ExpectedAssertion, readAssertion, type SamlAssertion, toleranceMs } from './assertion.ts'
import type { SamlIdentityProvider } from './idp-metadata.ts'
import { attributeOf, childrenOf, descendantsOf, isElement, namespaces, parseXml, SamlError, textOf } from './xml.ts'

const status = 'urn:oasis:names:tc:SAML:2.0:status:'

/**
 * The assertion in a response of an identity provider, as it was posted. The library verifies the signature and returns
 * the signed bytes; everything that is read comes from them. Throws `SamlError`, and `SignOnError` if the provider
 * responds that the person has not logged in.
 */
export async function verifiedAssertion(
  posted: string,
  provider: SamlIdentityProvider,
  expected: ExpectedAssertion,
): Promise<SamlAssertion> {
  const response = parseXml(Buffer.from(posted, 'base64').toString())
  assertResponse(response, expected)
  assertStructure(response)
  const saml = new SAML({
    callbackUrl: expected.recipient,
    issuer: expected.audience,
    audience: expected.audience,
    idpCert: provider.certificates.map(String),
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: toleranceMs,
    // The browser's own request is compared in `readAssertion`.
    validateInResponseTo: ValidateInResponseTo.never,
  })
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: posted }).catch((error: unknown) => {
    throw new SamlError(error instanceof Error ? error.message : String(error))
  })
  const signed = profile?.getAssertionXml?.()
  if (signed === undefined) throw new SamlError('The response has no signed assertion.')
  return readAssertion(parseXml(signed), expected)
}

/** The response itself need not be signed, so what it says can only make it refused. */
function assertResponse(response: Element, { issuer, recipient, requestId }: ExpectedAssertion): void {
  if (!isElement(response, 'protocol', 'Response')) throw new SamlError('The message is not a response.')
  const [code] = descendantsOf(response, 'protocol', 'StatusCode').map((each) => attributeOf(each, 'Value'))
  if (code !== `${status}Success`) throw refusedByProvider(response)
  const destination = attributeOf(response, 'Destination')
  if (destination !== undefined && destination !== recipient) {
    throw new SamlError(`The response is for the destination ${destination.slice(0, 200)}.`)
  }
  if (attributeOf(response, 'InResponseTo') !== requestId) {
    throw new SamlError('The response does not respond to the request of this login.')
  }
  const [responseIssuer] = childrenOf(response, 'assertion', 'Issuer').map(textOf)
  if (responseIssuer !== undefined && responseIssuer !== issuer)
    throw new SamlError(`The response is of ${responseIssuer.slice(0, 200)}.`)
}

function refusedByProvider(response: Element): SignOnError {
  const codes = descendantsOf(response, 'protocol', 'StatusCode').map((each) => attributeOf(each, 'Value') ?? '')
  const statusText = [...codes, ...descendantsOf(response, 'protocol', 'StatusMessage').map(textOf)]
    .join(' ')
    .slice(0, 500)
  const isCancelled = [`${status}AuthnFailed`, `${status}RequestDenied`].some((code) => codes.includes(code))
  return new SignOnError(isCancelled ? 'cancelled' : 'refused', `The provider responded with ${statusText}`)
}

/** The elements that a forged response would need twice or elsewhere are where the protocol has them. */
function assertStructure(response: Element): void {
  const document = response.ownerDocument
  if (document.getElementsByTagNameNS(namespaces.assertion, 'EncryptedAssertion').length > 0) {
    throw new SamlError('The assertion is encrypted.')
  }
  const [assertion, ...otherAssertions] = descendantsOf(document, 'assertion', 'Assertion')
  if (!assertion || otherAssertions.length > 0 || assertion.parentNode !== response) {
    throw new SamlError('The response must have one assertion.')
  }
  const elements = Array.from(document.getElementsByTagName('*'))
  const ids = elements.flatMap((element) => ['ID', 'Id', 'id'].flatMap((name) => attributeOf(element, name) ?? []))
  if (new Set(ids).size < ids.length) throw new SamlError('The response has an ID twice.')
  for (const signature of descendantsOf(document, 'signature', 'Signature')) {
    if (signature.parentNode !== response && signature.parentNode !== assertion) {
      throw new SamlError('The response has a signature in another place than of the response and of the assertion.')
    }
  }
  for (const element of [
    ...descendantsOf(document, 'signature', 'SignatureMethod'),
    ...descendantsOf(document, 'signature', 'DigestMethod'),
  ]) {
    const algorithm = attributeOf(element, 'Algorithm') ?? ''
    if (!accepted.has(algorithm)) throw new SamlError(`Signatures of ${algorithm.slice(0, 100)} are not accepted.`)
  }
}

/** SHA-1 is not among them. */
const accepted = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])
