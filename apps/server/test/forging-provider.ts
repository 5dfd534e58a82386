import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createTlsServer } from 'node:https'

/** How an ID token differs from a valid one. */
export interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  /** Signs with a key that the provider does not publish. */
  readonly hasWrongKey?: boolean
  readonly isUnsigned?: boolean
}

const keys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * An OpenID provider on loopback that signs everybody on as `sub`, with the ID token that `forge` describes. It serves
 * TLS with a certificate if there is one. `redirectOf` is the address to which it sends a browser that opens `location`.
 */
export async function startForgingProvider(
  clientId: string,
  { forge, certificate }: { forge: () => Forgery; certificate?: { readonly key: string; readonly cert: string } },
) {
  const [real, wrong] = [keys(), keys()]
  const nonces = new Map<string, string>()
  const server = certificate ? createTlsServer(certificate) : createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const issuer = `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`

  const idToken = (nonce: string): string => {
    const { claims, header, hasWrongKey = false, isUnsigned = false } = forge()
    const now = Math.floor(Date.now() / 1000)
    const valid = { iss: issuer, sub: 'mallory', aud: clientId, nonce, iat: now, exp: now + 600 }
    const content = `${encoded({ alg: 'RS256', kid: 'real', ...header })}.${encoded({ ...valid, ...claims })}`
    return `${content}.${isUnsigned ? '' : signed(content, hasWrongKey ? wrong.privateKey : real.privateKey)}`
  }
  const answers: Readonly<Record<string, (body: URLSearchParams) => object>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/jwks': () => ({
      keys: [{ ...real.publicKey.export({ format: 'jwk' }), kid: 'real', use: 'sig', alg: 'RS256' }],
    }),
    '/token': (body) => ({
      access_token: 'any',
      token_type: 'Bearer',
      id_token: idToken(nonces.get(body.get('code') ?? '') ?? ''),
    }),
  }
  server.on('request', async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const answer = answers[request.url ?? '']?.(new URLSearchParams(Buffer.concat(chunks).toString()))
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
  })
  return {
    issuer,
    redirectOf(location: string): string {
      const asked = new URL(location).searchParams
      const code = `code-${nonces.size}`
      nonces.set(code, asked.get('nonce') ?? '')
      const back = new URL(asked.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString()
      return back.href
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const signed = (content: string, key: KeyObject): string =>
  sign('RSA-SHA256', Buffer.from(content), key).toString('base64url')
