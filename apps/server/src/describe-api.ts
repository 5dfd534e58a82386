import swagger from '@fastify/swagger'
import reference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { version } from '#request/version.ts'

/** The OpenAPI description of everything registered after it: as a document below `/api/docs`, and as a page there. */
export async function describeApi(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Quatrain',
        version,
        description: 'Internal API of the console, and the machine API that monitoring boxes read.',
      },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'sessionid' },
          key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        },
      },
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
  })
  await app.register(reference, {
    routePrefix: '/api/docs',
    configuration: { title: 'Quatrain API', withDefaultFonts: false, hideClientButton: true },
  })
}
