import { randomBytes } from 'node:crypto'
import cookie, { type CookieSerializeOptions } from '@fastify/cookie'
import Tokens from '@fastify/csrf'
import { csrf } from '@quatrain/contract/accounts/session.ts'
import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'
import { notAllowed } from '@quatrain/platform/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DerivedKeys, Secrets } from '#request/sealing/secrets.ts'

/** The cookies of a browser, and the check that a write comes from the console's own pages (decision D7a). */
export interface Cookies {
  sessionOf(request: FastifyRequest): string | undefined
  setSession(reply: FastifyReply, token: string): void
  clearSession(reply: FastifyReply): void
  /** Identifies this browser from the beginning of a sign-on to its end; set if it is not there. */
  signOnBrowser(request: FastifyRequest, reply: FastifyReply): string
  signOnBrowserOf(request: FastifyRequest): string | undefined
  /** Sets a new CSRF token: with the first response, and whenever the logged-in user changes. */
  renewCsrf(reply: FastifyReply): void
  /** Throws `not_allowed` if a write comes from another site, or does not repeat a required token. */
  assertCsrf(request: FastifyRequest, endpoint: Pick<Endpoint, 'csrf'>): void
}

/** Seconds that a user has to log in at an identity provider. */
export const signOnSeconds = 600

interface CookieOptions {
  /** Sent through TLS only; sibling host names cannot set them. */
  readonly secure: boolean
  /** The first of these keys signs CSRF tokens; signatures of any of them are accepted. */
  readonly accepted: Secrets['accepted']
}

/** The cookies of one server. */
export async function cookiesOf(app: FastifyInstance, options: CookieOptions): Promise<Cookies> {
  const { secure } = options
  const prefix = secure ? '__Host-' : ''
  const sessionCookie = `${prefix}sessionid`
  const shared: CookieSerializeOptions = { path: '/', sameSite: 'lax', secure }
  await app.register(cookie)
  const [present, ...former] = options.accepted
  const tokensOf = ({ cookieKey }: DerivedKeys) => Tokens({ algorithm: 'sha256', hmacKey: cookieKey })
  const tokens = tokensOf(present)
  const accepted = [tokens, ...former.map(tokensOf)]
  const secretCookie = `${prefix}csrfsecret`
  const signOnCookie = `${prefix}signon`
  const signOnBrowserOf = (request: FastifyRequest) =>
    valuesOf(request, signOnCookie).find((value) => /^[\w-]{43}$/.test(value))
  const renewCsrf = (reply: FastifyReply) => {
    const secret = tokens.secretSync()
    reply.setCookie(secretCookie, secret, { ...shared, httpOnly: true })
    reply.setCookie(csrf.cookie, tokens.create(secret), { ...shared, httpOnly: false })
  }
  const isGood = (request: FastifyRequest, token: string) =>
    valuesOf(request, secretCookie).some((secret) => accepted.some((each) => each.verify(secret, token)))
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers[apiKeyHeader]) return
    // Browsers send no cookies with posts of other sites; new ones would replace those of the console's pages.
    const endpoint = request.routeOptions.config.endpoint as Endpoint | undefined
    if (endpoint?.csrf === 'cross-site') return
    if (!valuesOf(request, csrf.cookie).some((token) => isGood(request, token))) renewCsrf(reply)
  })
  return {
    sessionOf: (request) => request.cookies[sessionCookie],
    setSession: (reply, token) => void reply.setCookie(sessionCookie, token, { ...shared, httpOnly: true }),
    clearSession: (reply) => void reply.clearCookie(sessionCookie, shared),
    signOnBrowserOf,
    signOnBrowser(request, reply) {
      // The value is used again, because several windows may log in at the same time.
      const value = signOnBrowserOf(request) ?? randomBytes(32).toString('base64url')
      reply.setCookie(signOnCookie, value, { ...shared, httpOnly: true, maxAge: signOnSeconds })
      return value
    },
    renewCsrf,
    assertCsrf(request, endpoint) {
      if (endpoint.csrf === 'cross-site') return
      if (isForeign(request)) throw notAllowed('CSRF Failed: the request comes from another site.')
      if (endpoint.csrf === 'own-origin' && isOwn(request)) return
      if (valuesOf(request, secretCookie).length === 0) throw notAllowed('CSRF Failed: CSRF cookie not set.')
      const token = request.headers[csrf.header]
      const cookieTokens = valuesOf(request, csrf.cookie)
      if (typeof token === 'string' && cookieTokens.includes(token)) {
        if (isGood(request, token)) return
        // A sibling host has set another cookie with this name, and a page cannot tell which one is valid.
        if (cookieTokens.length > 1 && isOwn(request)) return
      }
      throw notAllowed('CSRF Failed: CSRF token missing or incorrect.')
    },
  }
}

/** Whether the browser says that the request comes from a page of another host, or has no origin. */
function isForeign({ headers, host }: FastifyRequest): boolean {
  if (headers.origin !== undefined && hostOf(headers.origin) !== host.toLowerCase()) return true
  return headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site'
}

/** Whether the browser says that the request comes from a page of this host. Other clients do not say. */
const isOwn = ({ headers, host }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === 'same-origin' ||
  (headers.origin !== undefined && hostOf(headers.origin) === host.toLowerCase())

/** The maximum number of cookies with one name that are tried: more than sibling hosts set by accident. */
const maxOfOneName = 20

/** All cookies with this name. Sibling hosts can set one too, and browsers do not say which one is whose. */
const valuesOf = ({ headers }: FastifyRequest, name: string): string[] =>
  (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .slice(0, maxOfOneName)
    .map((pair) => decoded(pair.slice(name.length + 1)))
    .filter((value) => value !== '')

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function hostOf(origin: string): string {
  try {
    return new URL(origin).host.toLowerCase()
  } catch {
    return ''
  }
}
