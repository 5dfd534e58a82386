import type { SignOnFailure } from '@quatrain/contract/sign-on/failures.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { LRUCache } from 'lru-cache'
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
} from 'openid-client'
import { guardedFetch, OutgoingCallError } from '#clients/outgoing/guarded-fetch.ts'
import type { PermittedHosts } from '#clients/outgoing/public-address.ts'
import { SignOnError } from './sign-on-error.ts'
import type { SignOnRequest } from './sign-on-requests.repository.ts'

/** The client of an OpenID provider, as it is registered there. */
export interface OidcRegistration {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly scopes: string
}

type Claims = Readonly<Record<string, unknown>>

export interface OidcClient {
  /** The address of the provider to send a browser to. Throws `SignOnError`. */
  authorizationUrl(
    registration: OidcRegistration,
    callback: string,
    request: SignOnRequest,
    options?: { readonly isAgain: boolean },
  ): Promise<string>
  /**
   * The verified claims of a person, given the address at which the browser came back, with the state and nonce of the
   * request that was made. Throws `SignOnError`.
   */
  claims(
    registration: OidcRegistration,
    cameBackAt: URL,
    request: SignOnRequest,
  ): Promise<Claims & { readonly iss: string; readonly sub: string }>
}

const timeoutMs = 10_000
const maxBytes = 1024 * 1024
/** Seconds by which the clock of the provider may differ. */
const toleranceSeconds = 60
/** Milliseconds for which the metadata of a provider is cached. */
const cachedForMs = 300_000
const maxCached = 1_000

/** Tokens are checked against the clock of the machine. */
export function oidcClientOf(permitted: PermittedHosts): OidcClient {
  const cached = new LRUCache<string, Configuration, OidcRegistration>({
    max: maxCached,
    ttl: cachedForMs,
    fetchMethod: (_key, _stale, { context }) => discover(permitted, context),
    ignoreFetchAbort: true,
  })
  const configurationOf = (registration: OidcRegistration) =>
    cached.forceFetch(JSON.stringify(registration), { context: registration })
  return {
    authorizationUrl: (registration, callback, { state, nonce, codeVerifier }, { isAgain } = { isAgain: false }) =>
      explained('unavailable', async () => {
        const parameters = {
          redirect_uri: callback,
          scope: registration.scopes === '' ? usualScopes : registration.scopes,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          ...(isAgain && { prompt: 'login' }),
        }
        return buildAuthorizationUrl(await configurationOf(registration), parameters).href
      }),
    claims: (registration, cameBackAt, { state, nonce, codeVerifier }) =>
      explained('refused', async () => {
        const configuration = await configurationOf(registration)
        const tokens = await authorizationCodeGrant(configuration, cameBackAt, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new SignOnError('refused', 'The response has no ID token.')
        // The library checks only that the token has not expired.
        if (claims.iat > Date.now() / 1000 + toleranceSeconds) {
          throw new SignOnError('refused', 'The ID token was issued in the future: the clocks differ.')
        }
        const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined
        const more = hasMore ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
        return { ...claims, ...more, iss: claims.iss, sub: claims.sub }
      }),
  }
}

const usualScopes = 'openid profile email'

function discover(permitted: PermittedHosts, registration: OidcRegistration): Promise<Configuration> {
  const metadata = { [clockTolerance]: toleranceSeconds }
  return discovery(new URL(registration.issuer), registration.clientId, metadata, authenticationOf(registration), {
    timeout: timeoutMs / 1000,
    // The guard decides which hosts may be called without TLS, so signatures are verified in any case.
    execute: [allowInsecureRequests, enableNonRepudiationChecks],
    [customFetch]: (address, { method, headers, body }) =>
      guardedFetch(permitted, address, { method, headers, ...(body && { body: String(body) }), timeoutMs, maxBytes }),
  })
}

/** Returns how the client authenticates: in the header, which is the default of the protocol, unless the provider excludes it. */
function authenticationOf({ clientSecret }: OidcRegistration): ClientAuth {
  if (clientSecret === undefined) return None()
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported
    const isBasic = methods === undefined || methods.includes('client_secret_basic')
    const authenticate = isBasic ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret)
    authenticate(server, client, body, headers)
  }
}

/** Converts every failure of `work` to a `SignOnError`; those without another reason to `failure`. */
async function explained<T>(failure: SignOnFailure, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SignOnError || error instanceof AppError) throw error
    const messages = causesOf(error).map(({ message }) => message)
    const detail = [...new Set(messages)].join(': ').slice(0, maxMessage)
    if (causesOf(error).some((cause) => cause instanceof OutgoingCallError))
      throw new SignOnError('unavailable', detail)
    if (error instanceof AuthorizationResponseError) {
      const providerMessage = `The provider responded with ${error.error} ${error.error_description ?? ''}`
        .trim()
        .slice(0, maxMessage)
      throw new SignOnError(error.error === 'access_denied' ? 'cancelled' : 'refused', providerMessage)
    }
    throw new SignOnError(failure, detail)
  }
}

const maxMessage = 500

/** An error and its causes. Causes that are not errors contain tokens, so they are left out. */
function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}
