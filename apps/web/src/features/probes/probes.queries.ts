import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import type { VersionOf } from '@quatrain/contract/kit/version.ts'
import { probes, probeUsage, publicTemplatesOfProbe } from '@quatrain/contract/resources/probe.ts'
import { queryOptions } from '@tanstack/react-query'
import { queryOf, resourceQueries, type View } from '#kit/api/queries.ts'
import { labelParts } from '#lib/resource-paths.ts'

export const probeQueries = resourceQueries(probes)

const { allVersions } = resourceEndpoints(probes)

export type StoredProbeVersion = VersionOf<typeof probes.document>

/** All versions of all probes, for forms that offer them. */
export const probeVersions = queryOf([...probeQueries.all, 'versions of all'], allVersions, {})

/** The probe of a version, `name (version)`; not loaded for other texts. */
export function probeOfVersion(label: string, view: View) {
  const parts = labelParts(label)
  const [name, version] = [parts?.name ?? '', parts?.version ?? '']
  return queryOptions({
    ...probeQueries.version(name, version, view),
    select: ({ fields }) => fields,
    enabled: parts !== undefined,
  })
}

/** The dependents of a probe by version. */
export const usageOfProbe = (name: string) =>
  queryOf([...probeQueries.all, 'usage', name], probeUsage, { params: { key: name } })

/** The public names of the metric templates that use a version now. */
export const publicTemplatesOn = (name: string, version: string) =>
  queryOf([...probeQueries.all, 'public', 'templates', name, version], publicTemplatesOfProbe, {
    params: { key: `${name}(${version})` },
  })
