// The dependents of packages as texts and links: for packages, and for objects that contain them.
import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import type { Caller } from '@quatrain/contract/kit/policy.ts'
import type { PackageUsage } from '@quatrain/contract/resources/package-usage.ts'
import type { OtherVersion } from '@quatrain/contract/resources/shared-repos.ts'
import { tenantUsers } from '#features/tenants/tenants.queries.ts'
import type { Users } from '#kit/page/WhereUsed.tsx'
import { paths } from '#lib/paths.ts'
import { counted } from '#lib/words.ts'

/** The pages of packages and their dependents in this console. */
export const packagePlaces = (deployment: Deployment) =>
  deployment === 'super'
    ? { packages: paths.packages, templates: paths.metricTemplates, tenants: paths.tenants }
    : { packages: paths.tenantPackages, templates: paths.tenantMetricTemplates, tenants: undefined }

/** The page of a package, `name (version)`, in the super-tenant's console and for administrators of tenants. */
export function packagePage({ deployment, user }: Caller, label: string): string | undefined {
  const hasPages = deployment === 'super' ? user !== undefined : user?.isSuperuser
  return hasPages ? packagePlaces(deployment).packages.details(label.replace(/ \((.+)\)$/, '-$1')) : undefined
}

type Places = ReturnType<typeof packagePlaces>

/** The dependents of packages as texts and links. */
export const usersOfPackages = ({ probes, templates, tenants }: PackageUsage, places: Places): Users[] => [
  {
    one: 'probe version',
    many: 'probe versions',
    users: probes.map(({ name, version }) => ({
      name: `${name} (${version})`,
      to: paths.probes.version(name, version),
    })),
  },
  {
    one: 'metric template',
    many: 'metric templates',
    users: templates.map((name) => ({ name, to: places.templates.details(name) })),
  },
  tenantUsers(tenants, places.tenants?.details),
]

/** Describes the other versions that tenants need from the same repo, and the consequences; empty if there are none. */
export const describeOtherVersions = (otherVersions: readonly OtherVersion[]): readonly string[] =>
  otherVersions.length === 0
    ? []
    : [
        ...otherVersions.map(({ version, tenants, repos }) => {
          return `${counted(tenants, 'other tenant needs', 'other tenants need')} version ${version} from ${repos.join(' and ')}.`
        }),
        'A monitoring box cannot serve tenants that need different versions from one repo: its installer stops with an error.',
      ]
