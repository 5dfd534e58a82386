import { z } from 'zod'

const documented = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        summary: z.string().min(1),
        security: z.array(z.record(z.string(), z.array(z.string()))),
        requestBody: z.unknown().optional(),
        parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean() })).default([]),
        responses: z.record(z.string(), z.looseObject({ description: z.string().min(1) })),
      }),
    ),
  ),
})

/** The operations of an OpenAPI document; throws if one lacks what a reader needs. */
export const documentedOperations = (document: unknown) =>
  Object.entries(documented.parse(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, method, ...operation })),
  )
