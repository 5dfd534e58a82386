import { z } from 'zod'

/**
 * A package that tenants need in another version from a repo that also contains this version. The installer of a monitoring box that serves
 * tenants of both fails.
 */
export const otherVersion = z.object({
  version: z.string(),
  /** The number of tenants that have it in their metric profiles. */
  tenants: z.int(),
  /** Labels of the repos that contain both versions. */
  repos: z.array(z.string()),
})
export type OtherVersion = z.output<typeof otherVersion>

/** A package that tenants need in several versions from one repo. */
export const splitPackage = z.object({ name: z.string(), versions: z.array(z.string()) })
export type SplitPackage = z.output<typeof splitPackage>
