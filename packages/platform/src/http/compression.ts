import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** The encodings of responses, the preferred one first. */
export const encodings = ['zstd', 'br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** Bytes from which on a response is compressed: a smaller one is one packet in any case. */
const leastCompressed = 1024

/** The best compression that does not delay other responses. */
export const levels = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  gzip: { level: 4 },
}

/**
 * Compresses every JSON response above a certain size for clients that accept it. To be called before any route is registered. Entity tags
 * are unchanged: they identify a state, not bytes.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: [...encodings],
    threshold: leastCompressed,
    customTypes: /^application\/json\b/,
    brotliOptions: levels.br,
    zlibOptions: levels.gzip,
    // Request bodies are not decompressed: a small one must not become a large one.
    globalDecompression: false,
  })
  app.addHook('onSend', async (_, reply) => {
    const vary = String(reply.getHeader('vary') ?? '')
    if (!/accept-encoding|\*/i.test(vary)) reply.header('vary', [vary, 'accept-encoding'].filter(Boolean).join(', '))
  })
}
