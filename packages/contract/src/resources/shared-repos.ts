import { z } from 'zod'

/**
 * Another version of a package that tenants need from a repo that this version is in, too. The installer of a monitoring
 * box that serves tenants of both stops with an error.
 */
export const otherVersion = z.object({
  version: z.string(),
  /** How many tenants have it in their metric profiles. */
  tenants: z.int(),
  /** Labels of the repos that both versions are in. */
  repos: z.array(z.string()),
})
export type OtherVersion = z.output<typeof otherVersion>

/** A package that tenants need in several versions from one repo. */
export const splitPackage = z.object({ name: z.string(), versions: z.array(z.string()) })
export type SplitPackage = z.output<typeof splitPackage>
