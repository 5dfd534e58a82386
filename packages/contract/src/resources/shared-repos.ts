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
