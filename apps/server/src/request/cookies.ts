import cookie, { type CookieSerializeOptions } from '@fastify/cookie'
import Tokens from '@fastify/csrf'
import { csrf } from '@quatrain/contract/session.ts'
import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'
import { notAllowed } from '@quatrain/platform/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The cookies of a browser, and the check that a write really comes from our own pages (decision D7a). */
export interface Cookies {
  sessionOf(request: FastifyRequest): string | undefined
  setSession(reply: FastifyReply, token: string): void
  clearSession(reply: FastifyReply): void
  /** Gives the browser a new CSRF token: with its first answer, and whenever who is signed in changes. */
  renewCsrf(reply: FastifyReply): void
  /** Throws `not_allowed` when a write does not repeat the token, or comes from another site. */
  assertCsrf(request: FastifyRequest): void
}

/** With `secure`, cookies travel through TLS only and cannot be set by neighbouring host names. */
export async function cookiesOf(app: FastifyInstance, options: { secure: boolean; key: string }): Promise<Cookies> {
  const { secure } = options
  const prefix = secure ? '__Host-' : ''
  const sessionCookie = `${prefix}sessionid`
  const shared: CookieSerializeOptions = { path: '/', sameSite: 'lax', secure }
  await app.register(cookie)
  const tokens = Tokens({ algorithm: 'sha256', hmacKey: options.key })
  const secretCookie = `${prefix}csrfsecret`
  const renewCsrf = (reply: FastifyReply) => {
    const secret = tokens.secretSync()
    reply.setCookie(secretCookie, secret, { ...shared, httpOnly: true })
    reply.setCookie(csrf.cookie, tokens.create(secret), { ...shared, httpOnly: false })
  }
  app.addHook('onRequest', async (request, reply) => {
    const { [csrf.cookie]: token, [secretCookie]: secret } = request.cookies
    if ((!token || !secret) && !request.headers[apiKeyHeader]) renewCsrf(reply)
  })
  return {
    sessionOf: (request) => request.cookies[sessionCookie],
    setSession: (reply, token) => void reply.setCookie(sessionCookie, token, { ...shared, httpOnly: true }),
    clearSession: (reply) => void reply.clearCookie(sessionCookie, shared),
    renewCsrf,
    assertCsrf(request) {
      const { origin } = request.headers
      if (origin !== undefined && hostOf(origin) !== request.host.toLowerCase()) {
        throw notAllowed('CSRF Failed: the request comes from another site.')
      }
      const secret = request.cookies[secretCookie]
      const token = request.headers[csrf.header]
      if (!secret) throw notAllowed('CSRF Failed: CSRF cookie not set.')
      if (typeof token !== 'string' || token !== request.cookies[csrf.cookie] || !tokens.verify(secret, token)) {
        throw notAllowed('CSRF Failed: CSRF token missing or incorrect.')
      }
    },
  }
}

function hostOf(origin: string): string {
  try {
    return new URL(origin).host.toLowerCase()
  } catch {
    return ''
  }
}
