import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import { styleSource as apiPageStyle } from './api-page.ts'

/**
 * Sets the headers that tell browsers what our pages may do, on every answer. They are worked out once: the plugin
 * for Fastify would work them out anew for each request, and small reads would feel it.
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
      // Styles that scripts set through `element.style` are not inline to browsers, so the application needs no exception.
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
