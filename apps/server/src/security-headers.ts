import { styleSource as apiPageStyle } from '@quatrain/platform/http/api-page.ts'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/**
 * Sets the security headers of every response. They are computed once: the Fastify plugin would compute them for each
 * request, which would slow down small reads.
 */
export function securityHeaders(app: FastifyInstance, { tls }: { readonly tls: boolean }) {
  const set = helmet(policy(tls))
  app.addHook('onRequest', (request, reply, done) =>
    set(request.raw, reply.raw, (error) => done(error instanceof Error ? error : undefined)),
  )
}

const policy = (tls: boolean) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      // Browsers do not count styles that scripts set through `element.style` as inline, so the application needs no
      // exception.
      styleSrc: ["'self'", apiPageStyle],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      ...(tls && { upgradeInsecureRequests: [] }),
    },
  },
  strictTransportSecurity: tls && { maxAge: 31_536_000, includeSubDomains: false },
  referrerPolicy: { policy: 'same-origin' as const },
  xFrameOptions: { action: 'deny' as const },
  crossOriginEmbedderPolicy: false,
})
