import { oidcCallback } from '@quatrain/contract/sign-on/sign-on.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import { arrivedPerson, usualClaims } from './arrived-person.ts'
import { attributesOfClaims } from './attributes.ts'
import { clientSecretOf } from './client-secret.ts'
import type { StoredProvider } from './identity-providers.repository.ts'
import type { OidcClient } from './oidc-client.ts'
import type { SignOnProtocol } from './sign-on-protocol.ts'

/** OpenID Connect. */
export function oidcProtocol(secrets: Secrets, client: OidcClient): SignOnProtocol {
  const registrationOf = (provider: StoredProvider) => {
    const { issuer, client_id: clientId, scopes } = provider
    return { issuer, clientId, scopes, clientSecret: clientSecretOf(secrets, provider) }
  }
  return {
    loginAddress: async (_, provider, request, { origin, isAgain }) =>
      client.authorizationUrl(registrationOf(provider), `${origin}${oidcCallback.path}`, request, { isAgain }),
    async verified({ now }, provider, request, cameBackAt) {
      const claims = await client.claims(registrationOf(provider), cameBackAt, request)
      const attributes = attributesOfClaims(claims)
      const person = arrivedPerson(provider, usualClaims, { issuer: claims.iss, subject: claims.sub, attributes })
      const askedAt = typeof claims.auth_time === 'number' ? claims.auth_time * 1000 : undefined
      const verifiedAt = askedAt === undefined ? undefined : new Date(Math.min(askedAt, now().getTime()))
      return { person, attributes, verifiedAt }
    },
  }
}
