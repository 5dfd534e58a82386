import { promisify } from 'node:util'
import { brotliCompress, gzip, zstdCompress } from 'node:zlib'
import { type Encoding, levels } from '@quatrain/platform/http/compression.ts'

/** One response unencoded, and in each encoding that was requested. */
interface CachedAnswer {
  readonly state: string
  readonly plain: Promise<Buffer>
  readonly encoded: Map<Encoding, Promise<Buffer>>
}

const encoders: Readonly<Record<Encoding, (plain: Buffer) => Promise<Buffer>>> = {
  zstd: promisify(zstdCompress),
  br: (plain) => promisify(brotliCompress)(plain, levels.br),
  gzip: (plain) => promisify(gzip)(plain, levels.gzip),
}

/** A cache of serialized responses. */
export interface CachedAnswers {
  /**
   * The bytes of the response at `place` with this state, cached or made by `make`. A place has one state at a time;
   * concurrent requests for the same state share one computation.
   */
  bytes(place: string, state: string, encoding: Encoding | undefined, make: () => Promise<string>): Promise<Buffer>
  /** How many bytes are cached. */
  readonly size: number
}

/** Stores at most `maxBytes` bytes; the least recently used responses are dropped first. */
export function cacheAnswers(maxBytes: number): CachedAnswers {
  const places = new Map<string, CachedAnswer>()
  const sizes = new Map<Promise<Buffer>, number>()
  let size = 0
  const drop = (place: string, cached: CachedAnswer) => {
    if (places.get(place) === cached) places.delete(place)
    for (const bytes of [cached.plain, ...cached.encoded.values()]) {
      size -= sizes.get(bytes) ?? 0
      sizes.delete(bytes)
    }
  }
  const count = (place: string, cached: CachedAnswer, bytes: Promise<Buffer>) =>
    bytes.then(
      ({ length }) => {
        // It may have been replaced by a newer one meanwhile.
        if (places.get(place) !== cached) return
        sizes.set(bytes, length)
        size += length
        for (const [oldest, other] of places) if (size > maxBytes) drop(oldest, other)
      },
      () => drop(place, cached),
    )
  const cachedAt = (place: string, state: string, make: () => Promise<string>): CachedAnswer => {
    const known = places.get(place)
    if (known?.state === state) {
      // The order of the map is that of last use.
      places.delete(place)
      places.set(place, known)
      return known
    }
    if (known) drop(place, known)
    const cached: CachedAnswer = { state, plain: make().then((text) => Buffer.from(text)), encoded: new Map() }
    places.set(place, cached)
    void count(place, cached, cached.plain)
    return cached
  }
  return {
    get size() {
      return size
    },
    async bytes(place, state, encoding, make) {
      const cached = cachedAt(place, state, make)
      if (encoding === undefined) return cached.plain
      const known = cached.encoded.get(encoding)
      if (known) return known
      const encoded = cached.plain.then((plain) => encoders[encoding](plain))
      cached.encoded.set(encoding, encoded)
      void count(place, cached, encoded)
      return encoded
    },
  }
}
