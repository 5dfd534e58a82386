import { z } from 'zod'
import { flag, list, text } from '../compare/field.ts'
import { internalApi, keyParams, keySegment } from '../kit/addresses.ts'
import { everywhere, superOnly } from '../kit/deployment.ts'
import { defineEndpoint, defineRead, openToVisitors } from '../kit/endpoint.ts'
import { databaseId, isPrintable, nameText, objectReference, uniqueRows } from '../kit/fields.ts'
import { kindNames, readKeyOf } from '../kit/kind-names.ts'
import { type DocumentOf, defineResource, type RecordOf, resourceEndpoints } from '../kit/resource.ts'
import { packageUsage } from './package-usage.ts'
import { otherVersion } from './shared-repos.ts'
import { tenantUse } from './tenant-use.ts'

/** The version of a package that takes whichever version its repos contain. */
export const presentVersion = 'present'

const wordFor = (label: 'Name' | 'Version') =>
  nameText(128, 'This field is required')
    .regex(/^\S*$/, `${label} cannot contain white spaces`)
    .refine(isPrintable, `${label} can contain only letters, digits and punctuation`)

/** The limit is above the number of repos in any installation. */
const maxRepos = 1_000

const fields = z.strictObject({
  name: wordFor('Name'),
  /** The version is not needed with `use_present_version`, which makes it `present`. */
  version: wordFor('Version').optional(),
  use_present_version: z.boolean(),
  /** Labels of repos: `base-el9 (Rocky 9)`. */
  repos: z
    .array(objectReference(300))
    .min(1, 'You must provide at least one repo')
    .max(maxRepos, `A package can be in at most ${maxRepos} repos`)
    .superRefine(uniqueRows((repo) => repo, 'Duplicated')),
})

/** The flag determines the version: `present` with it, any other version without it. */
function versionFitsFlag(
  { version, use_present_version }: { readonly version?: string | undefined; readonly use_present_version: boolean },
  context: z.RefinementCtx,
) {
  if (use_present_version) return
  const issue = (message: string) => context.addIssue({ code: 'custom', message, path: ['version'] })
  if (version === undefined) issue('This field is required')
  if (version === presentVersion) issue('This version is kept for packages that use the version present in the repo')
}

const document = z.object({
  name: z.string(),
  version: z.string(),
  use_present_version: z.boolean(),
  repos: z.array(z.string()),
})

const record = document.extend({ id: z.number().int() })

/** The name of a package in probes: `web-probes (1.4.0)`. */
export const packageLabel = ({ name, version }: { readonly name: string; readonly version: string }): string =>
  `${name} (${version})`

/**
 * What probes are installed with (specification part 2, sections 1 and 3). A tenant sees the packages that its metrics
 * use.
 */
export const packages = defineResource({
  ...kindNames.packages,
  key: { read: readKeyOf('package'), remove: readKeyOf('package') },
  history: 'version',
  historyIn: superOnly,
  rolledOut: ['change'],
  userKeys: 'accepted',
  access: { super: { read: 'members', write: 'superusers' }, tenant: { read: 'members', write: 'nobody' } },
  record,
  row: record,
  add: fields.superRefine(versionFitsFlag),
  change: fields.extend({ id: databaseId() }).superRefine(versionFitsFlag),
  document,
  compared: {
    name: text('name'),
    version: text('version'),
    use_present_version: flag('version present in repo', 'used', 'not used'),
    repos: list('repos', 'Repo'),
  },
})

export type Package = RecordOf<typeof packages>
export type PackageDocument = DocumentOf<typeof packages>

export const publicPackages = defineEndpoint({
  ...openToVisitors(resourceEndpoints(packages).list),
  answer: z.array(record.pick({ id: true, name: true, version: true, use_present_version: true, repos: true })),
})

export const packageVersions = defineRead({
  path: `${internalApi}/packageversions/:name`,
  summary: 'All packages with one name, the newest version first',
  deployments: everywhere,
  caller: { may: 'view', resource: packages },
  params: z.object({ name: keySegment() }),
  answer: z.array(record),
})

export const packageUsageOf = defineRead({
  path: `${internalApi}/packages/:key/usage`,
  summary: 'What depends on a package, and which other versions tenants need from the same repo',
  deployments: everywhere,
  caller: { may: 'view', resource: packages },
  params: keyParams,
  answer: packageUsage.extend({
    otherVersions: z.array(otherVersion),
    /** Every version of the package, the newest first, with the tenants that use it; empty in a tenant. */
    versions: z.array(
      z.object({ version: z.string(), tenants: z.array(tenantUse.pick({ name: true, metrics: true })) }),
    ),
  }),
})
