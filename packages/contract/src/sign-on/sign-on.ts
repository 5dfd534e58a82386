import { z } from 'zod'
import { internalApi, keyParams, keySegment } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { defineAction, defineEndpoint, defineRead, megabyte } from '../kit/endpoint.ts'
import { databaseId, moment } from '../kit/fields.ts'
import { groupKinds } from '../kit/group-kinds.ts'
import { texts } from '../kit/named-fields.ts'
import { identityProviders } from '../resources/identity-provider.ts'

/** Browsers are sent from here to the identity provider. The response is a redirect. */
const redirect = z.never()

/** Returns the path at which a sign-on with the identity provider of this id begins. */
export const signOnPath = (id: number): string => `/sign-on/${id}`

export const beginSignOn = defineRead({
  path: '/sign-on/:provider',
  summary: 'Log in with an identity provider: redirects to it',
  deployments: everywhere,
  caller: 'anyone',
  params: z.object({ provider: databaseId() }),
  /** `again`: the provider asks the person, even if they are logged in there. */
  query: z.object({ again: z.literal('true').optional() }),
  answer: redirect,
})

export const beginFirstSignOn = defineRead({
  path: '/saml2/login',
  summary: 'Log in with the first identity provider of the tenant: redirects to it',
  deployments: everywhere,
  caller: 'anyone',
  answer: redirect,
})

export const oidcCallback = defineRead({
  path: '/oidc/callback',
  summary: 'An OpenID provider sends browsers here: redirects to the console',
  deployments: everywhere,
  caller: 'anyone',
  // The parameters of the protocol, which the client library reads from the address.
  query: z.looseObject({ state: z.string().max(255).optional() }),
  answer: redirect,
})

/** A state of the console, which an identity provider returns. */
const relayState = z.string().max(255)

export const samlAcs = defineEndpoint({
  method: 'POST',
  precondition: 'none',
  path: '/saml2/acs',
  summary: 'A page of a SAML provider posts its response here: redirects to the console',
  deployments: everywhere,
  caller: 'anyone',
  csrf: 'cross-site',
  body: z.looseObject({ SAMLResponse: z.string().max(megabyte / 4), RelayState: relayState.optional() }),
  bodyLimit: megabyte / 2,
  answer: redirect,
})

export const finishSamlSignOn = defineRead({
  path: '/saml2/acs',
  summary: 'Continue with the response of a SAML provider, in the browser that began: redirects to the console',
  deployments: everywhere,
  caller: 'anyone',
  query: z.object({ state: relayState.optional() }),
  answer: redirect,
})

export const samlMetadata = defineRead({
  path: '/saml2/metadata',
  summary: 'The metadata of the console for SAML providers, as XML',
  deployments: everywhere,
  caller: 'anyone',
  answer: z.string(),
})

export const samlLogoutService = defineRead({
  path: '/saml2/ls',
  summary: 'A SAML provider sends browsers here to log out, and after a logout: redirects',
  deployments: everywhere,
  caller: 'anyone',
  // The parameters of the protocol, which are read from the address because it is signed.
  query: z.looseObject({}),
  answer: redirect,
})

/** The test begins on the host of the provider's tenant, which may be another one than the tester's. */
export const beginSignOnTest = defineRead({
  path: '/sign-on/tests/:state',
  summary: 'Begin a test sign-in in this browser: redirects to the identity provider',
  deployments: everywhere,
  caller: 'anyone',
  params: z.object({ state: keySegment() }),
  answer: redirect,
})

export const testSignOn = defineEndpoint({
  method: 'POST',
  precondition: 'none',
  path: `${internalApi}/identityproviders/:key/test`,
  summary: 'Begin a test sign-in, which changes nothing. Returns the address to open in this browser',
  deployments: everywhere,
  caller: { may: 'change', resource: identityProviders },
  params: keyParams,
  answer: z.object({ location: z.string() }),
})

/** The keys with which the console signs messages of SAML for the tenant of a provider, the signing one first. */
const samlKeys = z.array(
  z.object({
    id: z.int(),
    since: moment(),
    /** The SHA-256 of the certificate in the metadata of the console. */
    fingerprint: z.string(),
    /** Whether the console signs with it. Another one is in the metadata, until it replaces the signing one. */
    signs: z.boolean(),
  }),
)

export const signingKeys = defineRead({
  path: `${internalApi}/identityproviders/:key/samlkeys`,
  summary: 'The keys of the console for SAML at the tenant of this provider; none if it has no SAML provider',
  deployments: everywhere,
  caller: { may: 'view', resource: identityProviders },
  params: keyParams,
  answer: samlKeys,
})

/**
 * The steps of a roll-over. `add`: another key is added to the metadata, which providers read or administrators register.
 * `use`: the console signs with it, and the former key ends.
 */
export const replaceSigningKey = defineAction({
  precondition: 'none',
  reauthentication: 'recent',
  path: `${internalApi}/identityproviders/:key/samlkeys`,
  summary: 'Add a second key of the console for SAML, or use it instead of the first one',
  deployments: everywhere,
  caller: { may: 'change', resource: identityProviders },
  params: keyParams,
  body: z.strictObject({ step: z.enum(['add', 'use']) }),
  answer: samlKeys,
})

const groupOfPerson = z.object({ kind: z.enum(groupKinds), group: z.string(), exists: z.boolean() })

/** The user that a first sign-on would add, or that the subject belongs to. */
const person = z.object({
  ...texts('subject', 'username', 'first_name', 'last_name', 'email', 'displayname'),
  /** Whether the subject has logged in before. */
  is_known: z.boolean(),
  /** The groups that a new user gets. */
  groups: z.array(groupOfPerson),
})

export const signOnTest = z.object({
  provider: z.string(),
  /** What the provider sent, by the names of its attributes. */
  attributes: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  /** Absent if the response was refused. */
  person: person.optional(),
  /** The reason why the response was refused; empty if it was accepted. */
  problem: z.string(),
})

export type SignOnTest = z.output<typeof signOnTest>

export const signOnTestResult = defineRead({
  path: `${internalApi}/identityproviders/:key/tests/:test`,
  summary: 'What arrived in a test sign-in; kept for ten minutes',
  deployments: everywhere,
  caller: { may: 'view', resource: identityProviders },
  params: z.object({ key: keySegment(), test: keySegment() }),
  answer: signOnTest,
})
