import { promisify } from 'node:util'
import { brotliCompress, gzip, zstdCompress } from 'node:zlib'
import { type Encoding, levels } from '@quatrain/platform/http/compression.ts'
import { LRUCache } from 'lru-cache'

/** One response unencoded, and in each encoding that was requested. */
interface CachedAnswer {
  readonly state: string
  readonly plain: Promise<Buffer>
  readonly encoded: Map<Encoding, Promise<Buffer>>
  /** The size of those that are complete. */
  readonly bytes: number
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
  const places = new LRUCache<string, CachedAnswer>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => Math.max(bytes, 1),
  })
  const count = (place: string, { encoded }: CachedAnswer, encodedBody: Promise<Buffer>) => {
    /** Undefined if a newer one has replaced it meanwhile. */
    const current = () => {
      const cached = places.peek(place)
      return cached?.encoded === encoded ? cached : undefined
    }
    return encodedBody.then(
      ({ length }) => {
        const cached = current()
        if (cached) places.set(place, { ...cached, bytes: cached.bytes + length })
      },
      () => current() && places.delete(place),
    )
  }
  const cachedAt = (place: string, state: string, make: () => Promise<string>): CachedAnswer => {
    const cachedPlace = places.get(place)
    if (cachedPlace?.state === state) return cachedPlace
    const plain = make().then((text) => Buffer.from(text))
    const cached: CachedAnswer = { state, plain, encoded: new Map(), bytes: 0 }
    places.set(place, cached)
    void count(place, cached, plain)
    return cached
  }
  return {
    get size() {
      return places.calculatedSize
    },
    async bytes(place, state, encoding, make) {
      const cached = cachedAt(place, state, make)
      if (encoding === undefined) return cached.plain
      const cachedBody = cached.encoded.get(encoding)
      if (cachedBody) return cachedBody
      const encoded = cached.plain.then((plain) => encoders[encoding](plain))
      cached.encoded.set(encoding, encoded)
      void count(place, cached, encoded)
      return encoded
    },
  }
}
