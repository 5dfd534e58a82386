import { everywhere } from '@quatrain/contract/kit/deployment.ts'
import { defineEndpoint } from '@quatrain/contract/kit/endpoint.ts'
import { internalApi } from '@quatrain/contract/kit/resource.ts'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '#kit/call.ts'

export const packageList = defineEndpoint({
  method: 'GET',
  path: `${internalApi}/packages`,
  summary: 'List packages',
  deployments: everywhere,
  caller: 'signed-in',
  answer: z.array(z.object({ name: z.string(), version: z.string() })),
})

/** The packages that a probe can be part of, as `name (version)`. */
export const packageLabels = queryOptions({
  queryKey: ['package', 'labels'],
  queryFn: async ({ signal }) => {
    const found = await call(packageList, {}, { signal })
    return found.map(({ name, version }) => `${name} (${version})`)
  },
})

/** The version in the brackets of a label; nothing while there is none. */
export const versionIn = (label: string): string => / \((.+)\)$/.exec(label.trim())?.[1] ?? ''
