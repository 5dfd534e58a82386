import { z } from 'zod'
import { tenantOnly } from '../kit/deployment.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { orderedRecord } from './ordered-record.ts'

const repo = z.object({
  /** The repo file exactly as it is stored. */
  content: z.string(),
  /** The version is `present` if a box takes any version that its repos offer. */
  packages: z.array(z.object({ name: z.string(), version: z.string() })),
})

/** What a box has to install: the packages of its metrics, grouped by the repos of its operating system. */
export const machineRepos = z.object({
  data: orderedRecord(repo),
  /** Packages that are in no repo of this operating system, as `name (version)`. */
  missing_packages: z.array(z.string()),
})

export type MachineRepos = z.output<typeof machineRepos>

const shared = {
  method: 'GET',
  deployments: tenantOnly,
  caller: 'api-key',
  scope: 'repos',
  answer: machineRepos,
} as const
const os = z.object({ os: z.string() })

/** The header that names the metric profiles: `[CORE, EXTRA]`. */
export const profilesHeader = 'profiles'

export const reposOfProfiles = defineEndpoint({
  ...shared,
  path: '/api/v2/repos/:os',
  summary: 'Repos and packages for the metrics of the metric profiles that the header `profiles` names, as `[A, B]`',
  params: os,
})

export const reposOfInternalMetrics = defineEndpoint({
  ...shared,
  path: '/api/v2/repos_internal/:os',
  summary: 'Repos and packages for the metrics of the tenant whose template carries the tag `internal`',
  params: os,
})

/** An address without an operating system is refused: a box that cannot determine its own gets a clear error. */
export const reposOfNothing = defineEndpoint({
  ...shared,
  path: '/api/v2/repos',
  summary: 'Refused: the operating system is required',
})

export const internalReposOfNothing = defineEndpoint({
  ...shared,
  path: '/api/v2/repos_internal',
  summary: 'Refused: the operating system is required',
})
