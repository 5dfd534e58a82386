import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import type { VersionOf } from '@quatrain/contract/kit/version.ts'
import { probes } from '@quatrain/contract/resources/probe.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/call.ts'

const api = resourceEndpoints(probes)

export type ProbeVersion = VersionOf<typeof probes.document>

/** All versions of all probes, for forms that offer them. */
export const probeVersions = queryOptions({
  queryKey: [probes.kind, 'versions of all'],
  queryFn: ({ signal }) => call(api.allVersions, {}, { signal }),
})
