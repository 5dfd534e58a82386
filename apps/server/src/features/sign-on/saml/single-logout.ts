import { randomBytes } from 'node:crypto'
import type { Context } from '#request/context/context.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import { storable } from '../attributes.ts'
import { findIfThere, findOfProtocol, type StoredProvider } from '../identity-providers.repository.ts'
import { SignOnError } from '../sign-on-error.ts'
import { timeOf, toleranceMs } from './assertion.ts'
import type { SamlIdentityProvider } from './idp-metadata.ts'
import { logoutRequest, logoutResponse } from './messages.ts'
import type { MetadataSource } from './metadata-source.ts'
import { type Incoming, messageIn, signedAddress } from './redirect-binding.ts'
import { signingKeyOf } from './saml-keys.ts'
import { acceptOnce } from './saml-messages.repository.ts'
import { findSessionIds, type StoredSamlSession } from './saml-sessions.repository.ts'
import { serviceProviderAt } from './service-provider.ts'
import { attributeOf, childrenOf, descendantsOf, isElement, parseXml, SamlError, textOf } from './xml.ts'

/** Logouts that end the session of the console and that of the identity provider. */
export interface SingleLogout {
  /** The address at which the session of the provider ends; empty if the provider has none. Throws `SignOnError`. */
  begin(ctx: Context, session: StoredSamlSession, origin: string): Promise<string>
  /** Verifies a message of a provider, in the address that a browser was sent to. Throws `SignOnError`. */
  receive(ctx: Context, url: string, origin: string): Promise<ReceivedLogout>
}

interface ReceivedLogout {
  /** The sessions of the console that the provider has ended. */
  readonly ended: readonly { readonly ids: readonly number[]; readonly provider: string }[]
  /** The address of the provider to send the browser to, if it waits for a response. */
  readonly answer: string | undefined
}

/** A provider that has signed a message. */
interface Sender {
  readonly provider: StoredProvider
  readonly metadata: SamlIdentityProvider
}

/** Milliseconds for which a request of a provider is accepted. */
const requestsForMs = 300_000
const newId = () => `_${randomBytes(24).toString('base64url')}`

export function singleLogoutOf(secrets: Secrets, metadataOf: MetadataSource): SingleLogout {
  const headFor = (origin: string, destination: string) => {
    return { id: newId(), from: serviceProviderAt(origin), destination, now: new Date() }
  }
  return {
    async begin(ctx, { providerId, nameId, sessionIndex }, origin) {
      const provider = await findIfThere(ctx.db, providerId)
      const { logout } = provider ? await metadataOf(provider) : {}
      if (!logout) return ''
      const xml = logoutRequest(headFor(origin, logout.requestUrl), nameId, sessionIndex)
      const { privateKey } = await signingKeyOf(ctx, secrets)
      return signedAddress(logout.requestUrl, { name: 'SAMLRequest', xml }, privateKey)
    },
    async receive(ctx, url, origin) {
      try {
        const message = messageIn(url.slice(url.indexOf('?') + 1))
        const element = parseXml(message.xml)
        const senders = await sendersOf(ctx, metadataOf, message, element)
        if (attributeOf(element, 'Destination') !== serviceProviderAt(origin).logoutUrl) {
          throw new SamlError('The message is for another destination.')
        }
        if (message.name === 'SAMLResponse') return assertLoggedOut(element)
        const ended = await sessionsEndedBy(ctx, element, senders)
        const [responseUrl] = senders.flatMap(({ metadata }) => metadata.logout?.responseUrl ?? [])
        if (responseUrl === undefined) return { ended, answer: undefined }
        const xml = logoutResponse(headFor(origin, responseUrl), attributeOf(element, 'ID') ?? '')
        const { privateKey } = await signingKeyOf(ctx, secrets)
        const { relayState } = message
        return { ended, answer: signedAddress(responseUrl, { name: 'SAMLResponse', xml, relayState }, privateKey) }
      } catch (error) {
        if (error instanceof SamlError) throw new SignOnError('logout_refused', error.message)
        throw error
      }
    },
  }
}

/** The providers of the tenant that the message is of, and that have signed it. Throws `SamlError`. */
async function sendersOf(
  { db }: Context,
  metadataOf: MetadataSource,
  message: Incoming,
  element: Element,
): Promise<Sender[]> {
  const issuer = childrenOf(element, 'assertion', 'Issuer').map(textOf)[0]
  const senders: Sender[] = []
  for (const provider of await findOfProtocol(db, 'saml')) {
    const metadata = await metadataOf(provider).catch((error: unknown) => {
      // The message may be of another provider.
      if (error instanceof SignOnError) return undefined
      throw error
    })
    if (metadata?.entityId === issuer && metadata) senders.push({ provider, metadata })
  }
  if (senders.length === 0) throw new SamlError(`No identity provider here is ${issuer?.slice(0, 200)}.`)
  const signers = senders.filter(({ metadata }) => message.isSignedBy(metadata.certificates))
  if (signers.length === 0) throw new SamlError('The signature is not of the identity provider.')
  return signers
}

function assertLoggedOut(response: Element): ReceivedLogout {
  if (!isElement(response, 'protocol', 'LogoutResponse'))
    throw new SamlError('The message is not a response to a logout.')
  const codes = descendantsOf(response, 'protocol', 'StatusCode').map((code) => attributeOf(code, 'Value') ?? '')
  if (codes[0] === 'urn:oasis:names:tc:SAML:2.0:status:Success') return { ended: [], answer: undefined }
  throw new SamlError(`The provider responded to the logout with ${codes.join(' ').slice(0, 500)}.`)
}

async function sessionsEndedBy(ctx: Context, request: Element, senders: readonly Sender[]) {
  if (!isElement(request, 'protocol', 'LogoutRequest')) throw new SamlError('The message is no request for a logout.')
  const [name, ...otherNames] = childrenOf(request, 'assertion', 'NameID')
  const [id, issuer] = [attributeOf(request, 'ID'), senders[0]?.metadata.entityId]
  if (!name || otherNames.length > 0 || id === undefined || issuer === undefined) {
    throw new SamlError('The request for a logout must have an ID and one NameID.')
  }
  if (!(await acceptOnce(ctx.db, { id, issuer, expiresAt: validUntil(request, new Date()) }, new Date()))) {
    throw new SamlError('The request for a logout was used before.')
  }
  const indexes = childrenOf(request, 'protocol', 'SessionIndex').map(textOf)
  const ended: { ids: number[]; provider: string }[] = []
  for (const { provider } of senders) {
    const sessionsToEnd = { providerId: provider.id, issuer, name: storable(textOf(name)), indexes }
    ended.push({ ids: await findSessionIds(ctx.db, sessionsToEnd), provider: provider.name })
  }
  return ended
}

/** Returns the time until which the request is accepted. Throws `SamlError` if this time has passed, or the request is of the future. */
function validUntil(request: Element, now: Date): Date {
  const issued = timeOf(attributeOf(request, 'IssueInstant') ?? '').getTime()
  const expiry = attributeOf(request, 'NotOnOrAfter')
  const until = Math.min(
    issued + requestsForMs,
    expiry === undefined ? Number.POSITIVE_INFINITY : timeOf(expiry).getTime(),
  )
  if (issued > now.getTime() + toleranceMs || until + toleranceMs <= now.getTime()) {
    throw new SamlError(`The request for a logout is of another time, ${new Date(issued).toISOString()}.`)
  }
  return new Date(until + toleranceMs)
}
