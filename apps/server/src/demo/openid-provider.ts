import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AccountClaims, ClientMetadata, Provider } from 'oidc-provider'

/** A person who can log in, by `sub`, without a password. */
export type DemoPerson = AccountClaims & { readonly name?: string }

interface Options {
  /** The host is one of loopback: everybody who reaches the provider can log in as anybody. */
  readonly host: '127.0.0.1' | 'localhost'
  readonly port: number
  readonly people: readonly DemoPerson[]
  readonly clients: readonly Pick<ClientMetadata, 'client_id' | 'client_secret' | 'redirect_uris'>[]
}

/**
 * Starts an OpenID provider on loopback, for the demonstration and for tests. It asks for no password. Returns its
 * issuer and a function that stops it.
 */
export async function startOpenIdProvider({ host, port, people, clients }: Options) {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const issuer = `http://${host}:${portOf(server.address())}`
  const provider = await withoutWarnings(() => providerAt(issuer, people, clients))
  const callback = provider.callback()
  server.on('request', (request, response) => {
    const isOwn = request.url?.startsWith(interactionPath) ?? false
    const work = isOwn ? interact(provider, people, request, response) : callback(request, response)
    Promise.resolve(work).catch(() => response.writableEnded || response.writeHead(500).end())
  })
  return {
    issuer,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const interactionPath = '/interaction/'

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0

/** The library warns operators of real providers: about releases of Node.js, and because it stores nothing. */
async function withoutWarnings<T>(work: () => Promise<T>): Promise<T> {
  const { warn } = console
  console.warn = () => undefined
  try {
    return await work()
  } finally {
    console.warn = warn
  }
}

async function providerAt(issuer: string, people: Options['people'], clients: Options['clients']): Promise<Provider> {
  const { Provider } = await import('oidc-provider')
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  const provider: Provider = new Provider(issuer, {
    clients: [...clients],
    jwks: { keys: [{ ...key, kid: 'demonstration', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['demonstration'] },
    pkce: { required: () => true },
    claims: {
      openid: ['sub'],
      email: ['email'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username', 'groups'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `${interactionPath}${uid}` },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_, accountId) => {
      const person = people.find(({ sub }) => sub === accountId)
      return person && { accountId, claims: () => ({ ...person }) }
    },
    // The provider grants every request, so it asks nobody for consent.
    async loadExistingGrant({ oidc }) {
      const { client, session } = oidc
      if (!client || !session?.accountId) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  return provider
}

/** The page on which a person is chosen, and its form. */
async function interact(
  provider: Provider,
  people: Options['people'],
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { uid } = await provider.interactionDetails(request, response)
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(uid, people))
    return
  }
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const subject = new URLSearchParams(Buffer.concat(chunks).toString()).get('sub')
  const result = subject
    ? { login: { accountId: subject } }
    : { error: 'access_denied', error_description: 'Cancelled' }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

const page = (uid: string, people: Options['people']): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Demonstration sign-on</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 4rem auto; padding: 0 1rem; color-scheme: light dark }
  button { display: block; width: 100%; margin: 0.5rem 0; padding: 0.6rem; font: inherit; cursor: pointer }
</style>
<h1>Demonstration sign-on</h1>
<p>This OpenID provider belongs to the demonstration. It listens on this machine only and asks for no password.</p>
<form method="post" action="${interactionPath}${uid}">
${people.map(({ sub, name = sub }) => `<button name="sub" value="${escaped(sub)}">Sign in as ${escaped(name)}</button>`).join('\n')}
<button name="sub" value="">Cancel</button>
</form>
</html>
`

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
