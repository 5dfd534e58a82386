import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** The encodings that answers are sent in, the preferred one first. */
export const encodings = ['zstd', 'br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** Bytes from which on an answer is compressed: less is one packet either way. */
const leastCompressed = 1024

/** As much as can be had without holding up the next answer. */
export const levels = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  gzip: { level: 4 },
}

/**
 * From here on every JSON answer of some size is compressed for those who take it so. To be called before any route is
 * registered. Tags stay as they are: they say which state an answer is of, and not which bytes.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: [...encodings],
    threshold: leastCompressed,
    customTypes: /^application\/json\b/,
    brotliOptions: levels.br,
    zlibOptions: levels.gzip,
    // Bodies of requests are taken as they are: a small one must not become a large one.
    globalDecompression: false,
  })
  app.addHook('onSend', async (_, reply) => {
    const vary = String(reply.getHeader('vary') ?? '')
    if (!/accept-encoding|\*/i.test(vary)) reply.header('vary', [vary, 'accept-encoding'].filter(Boolean).join(', '))
  })
}
