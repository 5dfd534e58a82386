import type { Context } from '#request/context/context.ts'
import type { ArrivedPerson } from './arrived-person.ts'
import type { Attributes } from './attributes.ts'
import type { StoredProvider } from './identity-providers.repository.ts'
import type { NameId } from './saml/messages.ts'
import type { BegunRequest, SignOnRequest } from './sign-on-requests.repository.ts'

/** How a session of a provider is called there, if its protocol has logouts for both. */
export interface ProviderSession {
  readonly issuer: string
  readonly nameId: NameId
  readonly sessionIndex: string | undefined
}

/** What a provider says about a person, verified. */
export interface VerifiedSignOn {
  readonly person: ArrivedPerson
  readonly attributes: Attributes
  readonly session?: ProviderSession
  /** When the provider asked the person, if it says so. */
  readonly verifiedAt?: Date | undefined
}

interface Login {
  /** The address of the console as the browser names it. */
  readonly origin: string
  /** Whether the provider asks also a person who is logged in there. */
  readonly isAgain: boolean
}

/** A protocol that identity providers speak. */
export interface SignOnProtocol {
  /** The address of the provider to send a browser to. Throws `SignOnError`. */
  loginAddress(ctx: Context, provider: StoredProvider, request: SignOnRequest, login: Login): Promise<string>
  /** Reads and verifies the response to a request that the browser has brought back. Throws `SignOnError`. */
  verified(ctx: Context, provider: StoredProvider, request: BegunRequest, cameBackAt: URL): Promise<VerifiedSignOn>
}
