import type { UserDetails } from '@quatrain/contract/accounts/session.ts'
import { isTenantSchema } from '@quatrain/contract/console/options.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { packages } from '@quatrain/contract/resources/package.ts'
import { type Probe, probes, probeUsage } from '@quatrain/contract/resources/probe.ts'
import type { FakePreview } from './fake-api.ts'
import { aServer, aSuperuser } from './render-page.tsx'

export const api = resourceEndpoints(probes)
export const { list: packageList } = resourceEndpoints(packages)

const aPackage = (version: string, id: number) => ({
  id,
  name: 'web-probes',
  version,
  use_present_version: false,
  repos: [],
})

export const aProbe = (changes: Partial<Probe> = {}): Probe => ({
  id: 7,
  name: 'web-probe',
  version: '1.4.0',
  package: 'web-probes (1.4.0)',
  repository: 'https://git.example.org/web-probe',
  docurl: 'https://docs.example.org/web-probe',
  description: 'Checks a web server.',
  comment: 'Adds a check of certificates.',
  nv: 2,
  ...changes,
})

const aVersion = (id: number, version: string, changes: Partial<Probe> = {}) => {
  const { id: _, nv: __, ...fields } = aProbe({ version, package: `web-probes (${version})`, ...changes })
  return {
    id,
    version,
    object_repr: `${fields.name} (${version})`,
    date_created: `2026-01-0${id}T10:00:00Z`,
    user: 'ada',
    comment: id === 1 ? 'Initial version.' : 'Changed comment and package.',
    remark: '',
    fields,
  }
}

export const versions = [aVersion(2, '1.4.0'), aVersion(1, '1.3.0', { comment: 'First.' })]

export const nothingElse: FakePreview = { preview: 'preview-1', changes: [], notices: {} }

/** The super-tenant's server with one probe, which two templates and a tenant use. */
export const aSuperServer = (probe = aProbe(), user: UserDetails = aSuperuser()) =>
  aTenantServer(probe, user)
    .answer(isTenantSchema, { isTenantSchema: false })
    .answer(packageList, ['1.3.0', '1.4.0', '1.5.0'].map(aPackage))

export const aTenantServer = (probe: Probe, user?: UserDetails) =>
  aServer(user)
    .answer(api.list, [probe])
    .answer(api.get, probe, '"3"')
    .versions(probes, versions)
    .answer(probeUsage, [
      {
        version: '1.4.0',
        templates: ['web.http', 'web.tls'],
        formerly: [],
        tenants: [{ name: 'NORDIC', metrics: 2, profiles: 1 }],
      },
      { version: '1.3.0', templates: [], formerly: ['web.http'], tenants: [] },
    ])
