import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { version } from '../version.ts'
import { apiPage } from './api-page.ts'

const options = { zodToJsonConfig: { unrepresentable: 'any' } } as const

/** JSON Schema for the zod schemas of a route. */
export const toJsonSchema = createJsonSchemaTransform(options)

/** Transforms schemas of bodies whose members may be missing although their schemas do not say so, because they are preprocessed. */
export const toLenientJsonSchema = createJsonSchemaTransform({
  zodToJsonConfig: {
    ...options.zodToJsonConfig,
    override({ zodSchema, jsonSchema }) {
      if (!(zodSchema instanceof z.ZodObject)) return
      const { shape } = zodSchema
      jsonSchema.required = jsonSchema.required?.filter((name) => !z.safeParse(shape[name], undefined).success)
    },
  },
})

/** Adds the schemas that contain themselves, which have an id. */
const withSharedSchemas = createJsonSchemaTransformObject(options)

interface ApiDescription {
  readonly title: string
  readonly about: string
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  /** The body of every error. */
  readonly error: z.ZodType
  /** The description of a route. */
  readonly transform: NonNullable<FastifyDynamicSwaggerOptions['transform']>
}

interface SecurityScheme {
  readonly type: 'apiKey'
  readonly in: 'cookie' | 'header'
  readonly name: string
  readonly description: string
}

/**
 * The OpenAPI description of all endpoints that are registered after it: as a page at `/api/docs`, and as a document
 * below it.
 */
export async function describeApi(
  app: FastifyInstance,
  { title, about, securitySchemes, error, transform }: ApiDescription,
) {
  // Written once for all endpoints. The plugin's types cover only a part of JSON Schema.
  const errorSchema: object = { ...z.toJSONSchema(error), $schema: undefined }
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version, description: about, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      components: { securitySchemes, schemas: { Error: errorSchema } },
    },
    transform,
    transformObject: (document) => withoutUnused(withSharedSchemas(document)),
  })
  let page: string | undefined
  app.get('/api/docs/openapi.json', { schema: { hide: true } }, () => app.swagger())
  app.get('/api/docs', { schema: { hide: true } }, (_, reply) => {
    page ??= apiPage(app.swagger())
    return reply.type('text/html; charset=utf-8').send(page)
  })
}

const answersByStatus = z.record(z.string(), z.looseObject({}))

/** The responses of a route, each with its description, and those of refusals and failures. */
export const describedAnswers = (response: FastifySchema['response'], descriptionOf: (status: string) => string) => ({
  ...Object.fromEntries(
    // `x-response-description` is the plugin's keyword for the description of a response.
    Object.entries(answersByStatus.parse(response)).map(([status, answer]) => [
      status,
      { 'x-response-description': descriptionOf(status), ...answer },
    ]),
  ),
  '4xx': errorAnswer('Refused: nothing has changed'),
  '5xx': errorAnswer('Failed'),
})

const errorAnswer = (description: string) => ({ description, $ref: '#/components/schemas/Error' })

/** Each shared schema has one component for requests and one for responses; of these, only those that are referred to. */
function withoutUnused(document: ReturnType<typeof withSharedSchemas>) {
  const paths = JSON.stringify(document.paths)
  const schemas = ('components' in document && document.components?.schemas) || {}
  for (const name of Object.keys(schemas)) {
    if (!paths.includes(`"#/components/schemas/${name}"`)) Reflect.deleteProperty(schemas, name)
  }
  return document
}
