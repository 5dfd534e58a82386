import cookie, { type CookieSerializeOptions } from '@fastify/cookie'
import Tokens from '@fastify/csrf'
import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { csrf } from '@quatrain/contract/session.ts'
import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'
import { notAllowed } from '@quatrain/platform/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DerivedKeys, Secrets } from './secrets.ts'

/** The cookies of a browser, and the check that a write really comes from our own pages (decision D7a). */
export interface Cookies {
  sessionOf(request: FastifyRequest): string | undefined
  setSession(reply: FastifyReply, token: string): void
  clearSession(reply: FastifyReply): void
  /** Gives the browser a new CSRF token: with its first answer, and whenever who is signed in changes. */
  renewCsrf(reply: FastifyReply): void
  /** Throws `not_allowed` when a write comes from another site, or does not repeat the token although it has to. */
  assertCsrf(request: FastifyRequest, endpoint: Pick<Endpoint, 'csrf'>): void
}

interface CookieOptions {
  /** Cookies travel through TLS only and cannot be set by neighbouring host names. */
  readonly secure: boolean
  /** The first of these keys signs CSRF tokens; what any of them has signed is good. */
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
  const renewCsrf = (reply: FastifyReply) => {
    const secret = tokens.secretSync()
    reply.setCookie(secretCookie, secret, { ...shared, httpOnly: true })
    reply.setCookie(csrf.cookie, tokens.create(secret), { ...shared, httpOnly: false })
  }
  const isGood = (request: FastifyRequest, token: string) =>
    valuesOf(request, secretCookie).some((secret) => accepted.some((each) => each.verify(secret, token)))
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers[apiKeyHeader]) return
    if (!valuesOf(request, csrf.cookie).some((token) => isGood(request, token))) renewCsrf(reply)
  })
  return {
    sessionOf: (request) => request.cookies[sessionCookie],
    setSession: (reply, token) => void reply.setCookie(sessionCookie, token, { ...shared, httpOnly: true }),
    clearSession: (reply) => void reply.clearCookie(sessionCookie, shared),
    renewCsrf,
    assertCsrf(request, endpoint) {
      if (isForeign(request)) throw notAllowed('CSRF Failed: the request comes from another site.')
      if (endpoint.csrf === 'own-origin' && isOwn(request)) return
      if (valuesOf(request, secretCookie).length === 0) throw notAllowed('CSRF Failed: CSRF cookie not set.')
      const token = request.headers[csrf.header]
      const given = valuesOf(request, csrf.cookie)
      if (typeof token === 'string' && given.includes(token)) {
        if (isGood(request, token)) return
        // A neighbouring host has set another cookie of this name, and a page cannot tell which of the two is ours.
        if (given.length > 1 && isOwn(request)) return
      }
      throw notAllowed('CSRF Failed: CSRF token missing or incorrect.')
    },
  }
}

/** Does the browser say that a page of another host, or of nobody, sends this? */
function isForeign({ headers, host }: FastifyRequest): boolean {
  if (headers.origin !== undefined && hostOf(headers.origin) !== host.toLowerCase()) return true
  return headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site'
}

/** Does the browser say that a page of this host sends this? Callers that are no browsers say nothing. */
const isOwn = ({ headers, host }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === 'same-origin' ||
  (headers.origin !== undefined && hostOf(headers.origin) === host.toLowerCase())

/** So many cookies of one name are looked at: more than neighbours set by accident. */
const mostOfOneName = 20

/** All cookies of this name. Neighbouring host names can set one beside ours, and browsers say not which is which. */
const valuesOf = ({ headers }: FastifyRequest, name: string): string[] =>
  (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .slice(0, mostOfOneName)
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
