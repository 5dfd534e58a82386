import { LRUCache } from 'lru-cache'
import { guardedFetch, OutgoingCallError } from '#clients/outgoing/guarded-fetch.ts'
import type { PermittedHosts } from '#clients/outgoing/public-address.ts'
import { SignOnError } from '../sign-on-error.ts'
import { identityProviderIn, type SamlIdentityProvider } from './idp-metadata.ts'
import { SamlError } from './xml.ts'

interface Configuration {
  readonly issuer: string
  readonly metadata_address: string
  readonly metadata: string
}

/** Finds the identity provider that a configuration describes. Throws `SignOnError`. */
export type MetadataSource = (configuration: Configuration) => Promise<SamlIdentityProvider>

const timeoutMs = 10_000
const maxBytes = 5 * 1024 * 1024
/** Milliseconds after which metadata are read again, and for which they are used while they cannot be read. */
const freshForMs = 300_000
const usedForMs = 24 * 3_600_000
const maxCached = 1_000

interface Read {
  readonly fetchedAt: number
  readonly metadata: string
}

/** Metadata at an address are cached, so that logins also work while the address cannot be reached. */
export function metadataSource(permitted: PermittedHosts): MetadataSource {
  const cached = new LRUCache<string, Read>({ max: maxCached })
  const readFrom = async (address: string): Promise<string> => {
    const cachedMetadata = cached.get(address)
    const age = cachedMetadata ? performance.now() - cachedMetadata.fetchedAt : Number.POSITIVE_INFINITY
    if (cachedMetadata && age < freshForMs) return cachedMetadata.metadata
    try {
      const metadata = await download(permitted, address)
      cached.set(address, { fetchedAt: performance.now(), metadata })
      return metadata
    } catch (error) {
      if (cachedMetadata && age < usedForMs) return cachedMetadata.metadata
      throw error
    }
  }
  return async ({ issuer, metadata_address, metadata }) => {
    const text = metadata_address === '' ? metadata : await readFrom(metadata_address)
    try {
      return identityProviderIn(text, issuer, new Date())
    } catch (error) {
      if (error instanceof SamlError) throw new SignOnError('unavailable', error.message)
      throw error
    }
  }
}

async function download(permitted: PermittedHosts, address: string): Promise<string> {
  try {
    const response = await guardedFetch(permitted, address, { timeoutMs, maxBytes })
    if (response.ok) return await response.text()
    throw new SignOnError('unavailable', `${new URL(address).host} responded to the metadata with ${response.status}.`)
  } catch (error) {
    if (error instanceof OutgoingCallError) throw new SignOnError('unavailable', error.message)
    throw error
  }
}
