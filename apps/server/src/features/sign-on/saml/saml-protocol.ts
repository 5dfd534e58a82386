import type { Secrets } from '#request/sealing/secrets.ts'
import { arrivedPerson, type UsualAttributes } from '../arrived-person.ts'
import type { Attributes } from '../attributes.ts'
import type { StoredProvider } from '../identity-providers.repository.ts'
import { SignOnError } from '../sign-on-error.ts'
import type { SignOnProtocol } from '../sign-on-protocol.ts'
import type { SignOnRequest } from '../sign-on-requests.repository.ts'
import type { SamlAssertion } from './assertion.ts'
import { authnRequest } from './messages.ts'
import type { MetadataSource } from './metadata-source.ts'
import { signedAddress } from './redirect-binding.ts'
import { verifiedAssertion } from './response.ts'
import { signingKeyOf } from './saml-keys.ts'
import { acceptOnce } from './saml-messages.repository.ts'
import { persistent, serviceProviderAt } from './service-provider.ts'
import { SamlError } from './xml.ts'

/** SAML 2.0, with requests in addresses and responses that are posted. Messages are checked against the clock of the machine. */
export const samlProtocol = (secrets: Secrets, metadataOf: MetadataSource): SignOnProtocol => ({
  async loginAddress(ctx, provider, request, { origin, isAgain }) {
    const { loginUrl } = await metadataOf(provider)
    const head = { id: requestIdOf(request), from: serviceProviderAt(origin), destination: loginUrl, now: new Date() }
    const xml = authnRequest(head, { isNamePersistent: provider.subject_attribute === '', isAgain })
    const { privateKey } = await signingKeyOf(ctx, secrets)
    return signedAddress(loginUrl, { name: 'SAMLRequest', xml, relayState: request.state }, privateKey)
  },
  async verified(ctx, provider, request, { origin }) {
    if (request.response === undefined) throw new SignOnError('refused', 'The provider has posted no response.')
    const console = serviceProviderAt(origin)
    const metadata = await metadataOf(provider)
    try {
      const assertion = await verifiedAssertion(request.response, metadata, {
        issuer: metadata.entityId,
        audience: console.entityId,
        recipient: console.acsUrl,
        requestId: requestIdOf(request),
        now: new Date(),
      })
      if (!(await acceptOnce(ctx.db, assertion, new Date()))) throw new SamlError('The assertion was used before.')
      const attributes = shownAttributes(assertion)
      const subject = subjectOf(provider, assertion, attributes)
      const person = arrivedPerson(provider, usualAttributes, { issuer: assertion.issuer, subject, attributes })
      const ageMs = Math.max(0, Date.now() - assertion.provedAt.getTime())
      return { person, attributes, session: assertion, verifiedAt: new Date(ctx.now().getTime() - ageMs) }
    } catch (error) {
      if (error instanceof SamlError) throw new SignOnError('refused', error.message)
      throw error
    }
  },
})

/** Identifiers of XML begin with a letter or an underscore. */
const requestIdOf = ({ nonce }: SignOnRequest): string => `_${nonce}`

/** How the name of the person is called among the attributes. */
const nameAttribute = 'NameID'

const shownAttributes = ({ nameId, attributes }: SamlAssertion): Attributes =>
  new Map([[nameAttribute, [nameId.value]], ...[...attributes].filter(([name]) => name !== nameAttribute)])

const maxSubject = 1024

/**
 * What identifies the person forever: the configured attribute, or a persistent name. Other names can change or be given
 * to somebody else, so an administrator has to choose them. Throws `SamlError`.
 */
function subjectOf(provider: StoredProvider, { nameId }: SamlAssertion, attributes: Attributes): string {
  const { subject_attribute: configured } = provider
  if (configured === '' && nameId.format !== persistent) {
    throw new SamlError(
      `The name has the format ${nameId.format ?? 'unspecified'}, which is not persistent: choose the attribute of the subject.`,
    )
  }
  const values = attributes.get(configured === '' ? nameAttribute : configured) ?? []
  const [subject = ''] = values
  if (values.length === 1 && subject !== '' && subject.length <= maxSubject) return subject
  throw new SamlError(`The attribute of the subject must have one value of ${maxSubject} characters at most.`)
}

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'

/** The usual attributes by their names, by their numbers, and as Microsoft calls them. */
const usualAttributes: UsualAttributes = {
  username: ['uid', 'urn:oid:0.9.2342.19200300.100.1.1'],
  displayName: [
    'displayName',
    'urn:oid:2.16.840.1.113730.3.1.241',
    'http://schemas.microsoft.com/identity/claims/displayname',
  ],
  firstName: ['givenName', 'urn:oid:2.5.4.42', `${claims}/givenname`],
  lastName: ['sn', 'urn:oid:2.5.4.4', `${claims}/surname`],
  email: ['mail', 'urn:oid:0.9.2342.19200300.100.1.3', `${claims}/emailaddress`],
}
