import { promisify } from 'node:util'
import { brotliCompress, gzip, zstdCompress } from 'node:zlib'
import { type Encoding, levels } from '@quatrain/platform/http/compression.ts'

/** One answer as it is sent: as it is, and in each encoding that somebody has asked for. */
interface Kept {
  readonly state: string
  readonly plain: Promise<Buffer>
  readonly encoded: Map<Encoding, Promise<Buffer>>
}

const encoders: Readonly<Record<Encoding, (plain: Buffer) => Promise<Buffer>>> = {
  zstd: promisify(zstdCompress),
  br: (plain) => promisify(brotliCompress)(plain, levels.br),
  gzip: (plain) => promisify(gzip)(plain, levels.gzip),
}

/** The bytes of answers, kept for whoever asks next. */
export interface KeptAnswers {
  /**
   * The bytes of the answer at `place` that is of this state: those that are kept, or what `make` says. One place keeps
   * one state; those who ask for the same at once wait for one and the same.
   */
  bytes(place: string, state: string, encoding: Encoding | undefined, make: () => Promise<string>): Promise<Buffer>
  /** How many bytes are kept. */
  readonly size: number
}

/** Keeps `most` bytes; what has not been asked for the longest goes first. */
export function keepAnswers(most: number): KeptAnswers {
  const places = new Map<string, Kept>()
  const sizes = new Map<Promise<Buffer>, number>()
  let size = 0
  const drop = (place: string, kept: Kept) => {
    if (places.get(place) === kept) places.delete(place)
    for (const bytes of [kept.plain, ...kept.encoded.values()]) {
      size -= sizes.get(bytes) ?? 0
      sizes.delete(bytes)
    }
  }
  const count = (place: string, kept: Kept, bytes: Promise<Buffer>) =>
    bytes.then(
      ({ length }) => {
        // It may have made room for a newer one meanwhile.
        if (places.get(place) !== kept) return
        sizes.set(bytes, length)
        size += length
        for (const [oldest, other] of places) if (size > most) drop(oldest, other)
      },
      () => drop(place, kept),
    )
  const keptAt = (place: string, state: string, make: () => Promise<string>): Kept => {
    const known = places.get(place)
    if (known?.state === state) {
      // The order of the map is that of last use.
      places.delete(place)
      places.set(place, known)
      return known
    }
    if (known) drop(place, known)
    const kept: Kept = { state, plain: make().then((text) => Buffer.from(text)), encoded: new Map() }
    places.set(place, kept)
    void count(place, kept, kept.plain)
    return kept
  }
  return {
    get size() {
      return size
    },
    async bytes(place, state, encoding, make) {
      const kept = keptAt(place, state, make)
      if (encoding === undefined) return kept.plain
      const known = kept.encoded.get(encoding)
      if (known) return known
      const encoded = kept.plain.then((plain) => encoders[encoding](plain))
      kept.encoded.set(encoding, encoded)
      void count(place, kept, encoded)
      return encoded
    },
  }
}
