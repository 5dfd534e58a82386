import { startOpenIdProvider } from '#demo/openid-provider.ts'
import type { Client } from './test-app.ts'

export { startOpenIdProvider }

export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>

/** Opens the location at the provider and signs in there, or cancels. Returns the address that the browser is sent to. */
export async function signInAt(provider: OpenIdProvider, location: string, sub: string): Promise<string> {
  const jar = new Map<string, string>()
  const open = async (address: string, init: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const next = response.headers.get('location')
    return next === null ? undefined : new URL(next, address).href
  }
  const interaction = await open(location)
  if (interaction === undefined) throw new Error('The provider has not asked who signs in.')
  if (!interaction.startsWith(provider.issuer)) return interaction
  let next = await open(interaction, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ sub }).toString(),
  })
  while (next?.startsWith(provider.issuer)) next = await open(next)
  if (next === undefined) throw new Error('The provider has not redirected the browser back.')
  return next
}

/** Path and query of an address, which a client of a test can open. */
export const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address, 'http://any.test')
  return pathname + search
}

/** Signs in with the provider of this id from the beginning to the end. Returns the address of the last redirect. */
export async function signOnWith(client: Client, provider: OpenIdProvider, path: string, sub: string): Promise<string> {
  const begun = await client.send('GET', path)
  const cameBack = await signInAt(provider, String(begun.headers.location), sub)
  return String((await client.send('GET', pathOf(cameBack))).headers.location)
}
