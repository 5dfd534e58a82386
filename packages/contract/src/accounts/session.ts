import { z } from 'zod'
import { unconfirmedRequest } from '../change-requests/unconfirmed-request.ts'
import { internalApi } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { defineAction, defineRead, kilobyte } from '../kit/endpoint.ts'
import { moment, requiredText } from '../kit/fields.ts'
import { byGroupKind } from '../kit/group-kinds.ts'
import { texts } from '../kit/named-fields.ts'
import { factorCode } from './factor-code.ts'
import { passkeyProof, passkeyRequest } from './passkeys.ts'

export const groupsOfUser = z.object(byGroupKind(() => z.array(z.string())))

export type GroupsOfUser = z.output<typeof groupsOfUser>

/** The logged-in user (specification part 1, section 3). A superuser's groups are all groups of the tenant. */
export const userDetails = z.object({
  pk: z.number().int(),
  ...texts('username', 'first_name', 'last_name', 'email'),
  is_superuser: z.boolean(),
  is_active: z.boolean(),
  date_joined: moment(),
  groups: groupsOfUser,
  /** Opens the read-only gateway to the Web API; never a key of the Web API itself (decision D21). */
  token: z.string(),
})

export type UserDetails = z.output<typeof userDetails>

/**
 * `tenants`: for users who may write metric profiles of a combined tenant, the names of the tenants that feed it. Other
 * clients expect a token with each; it is absent, because no key of the Web API reaches a browser (decision D21).
 */
const tenantDetails = z.object({ combined: z.boolean(), tenants: z.record(z.string(), z.literal('')) })

/** What forms need of the rule of a tenant about direct saves. */
const effectiveRule = z.object({
  /** The kinds that are changed by change requests only. */
  kinds: z.array(z.string()),
  approvals: z.int(),
  /** Whether superusers may save such an object directly, with a reason. */
  bypass: z.boolean(),
})

export type EffectiveRule = z.output<typeof effectiveRule>

export const sessionState = z.discriminatedUnion('active', [
  z.object({
    active: z.literal(true),
    userdetails: userDetails,
    tenantdetails: tenantDetails,
    /** Whether the user must set up a second factor before anything else. */
    needs_second_factor: z.literal(true).optional(),
    /** What is changed by change requests only; absent if nothing is. */
    change_rule: effectiveRule.optional(),
    /** Applied change requests that the user can confirm; absent if there are none. */
    unconfirmed_requests: z.array(unconfirmedRequest).optional(),
    /** The number of change requests that wait for the user; absent if there are none. */
    waiting_requests: z.int().optional(),
    /**
     * The numbers of findings when they were last counted; absent if there are none. `outdated` while they are being counted again, because
     * something has changed since.
     */
    findings: z.object({ errors: z.int(), warnings: z.int(), outdated: z.literal(true).optional() }).optional(),
  }),
  z.object({ active: z.literal(false) }),
])

export type SessionState = z.output<typeof sessionState>

export const sessionActive = defineRead({
  path: `${internalApi}/sessionactive/:istenant`,
  beforeSecondFactor: 'allowed',
  summary: 'The signed-in user, if any',
  deployments: everywhere,
  userKeys: 'accepted',
  caller: 'anyone',
  params: z.object({ istenant: z.string() }),
  answer: sessionState,
})

/** What a user knows and has. The passkey or the code is needed after the first answer has said so. */
export const proof = {
  password: z.string().min(1, 'Required').max(1024),
  code: factorCode().optional(),
  passkey: passkeyProof.optional(),
} as const

/** Maximum size of a proof in bytes. */
export const proofLimit = 16 * kilobyte

const requiredFactor = z.object({
  /** Whether the user has an authenticator app. Recovery codes are accepted in any case. */
  app: z.boolean(),
  /** The request of a passkey for the browser, if the user has one. */
  passkey: passkeyRequest.optional(),
})

export type RequiredFactor = z.output<typeof requiredFactor>

export const logIn = defineAction({
  precondition: 'none',
  path: '/dj-rest-auth/login',
  summary: 'Start a session',
  deployments: everywhere,
  caller: 'anyone',
  csrf: 'own-origin',
  bodyLimit: proofLimit,
  body: z.strictObject({ username: requiredText(254), ...proof }),
  answer: z.object({
    detail: z.string(),
    /** The factor that the login still needs. There is no session yet: the same request is expected again, with a passkey or a code. */
    second_factor: requiredFactor.optional(),
  }),
})

export const logOut = defineAction({
  precondition: 'none',
  beforeSecondFactor: 'allowed',
  path: '/dj-rest-auth/logout',
  summary: 'End the session',
  deployments: everywhere,
  caller: 'anyone',
  answer: z.object({ detail: z.string() }),
})

/** Ends the session; where single sign-on exists, also the session of a SAML provider. */
export const samlLogOut = defineAction({
  precondition: 'none',
  beforeSecondFactor: 'allowed',
  path: '/saml2/logout',
  summary: 'End the session. Returns the address to open, where the session of a SAML provider ends; empty without one',
  deployments: everywhere,
  caller: 'anyone',
  answer: z.object({ location: z.string() }),
})

/** The page of a link to set a password. */
export const setPasswordPath = '/ui/set_password'

/** The readable cookie, and the header that repeats it in every write (decision D7a). */
export const csrf = { cookie: 'csrftoken', header: 'x-csrftoken' } as const

/**
 * The header in which a page of the console sends the percent-encoded username that it shows. The session of the
 * browser may belong to another user by now, who logged in in another window; the call is then refused
 * (`user_changed`), so that nothing is recorded under another name than the one on the screen. Other clients need not
 * send it.
 */
export const shownUserHeader = 'x-quatrain-user'
