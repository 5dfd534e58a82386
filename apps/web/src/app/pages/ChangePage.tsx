import { diff } from '@quatrain/contract/compare/compare.ts'
import type { ChangedObject } from '@quatrain/contract/home.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import { apiKeys } from '@quatrain/contract/resources/api-key.ts'
import { defaultPorts } from '@quatrain/contract/resources/default-port.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { packages } from '@quatrain/contract/resources/package.ts'
import { probes } from '@quatrain/contract/resources/probe.ts'
import { probeCandidates } from '@quatrain/contract/resources/probe-candidate.ts'
import { yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { tenants } from '@quatrain/contract/tenants.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { changeQuery } from '#features/home/home.queries.ts'
import { DifferenceView } from '#kit/compare/DifferenceView.tsx'
import { FailurePage } from '#kit/page/Failure.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { NotFound } from '#kit/page/NotFound.tsx'
import { PagePlaceholder } from '#kit/page/PagePlaceholder.tsx'
import { paths } from '#lib/paths.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { PageFrame } from '#ui/PageFrame.tsx'

/** What a write has changed in the object that it was about, also where it made no version of its own. */
export function ChangePage() {
  const number = Number(useParams().number)
  const { data: change, error, refetch } = useQuery(changeQuery(number))
  if (error) return <FailurePage error={error} retry={() => void refetch()} />
  if (change === undefined) return <PagePlaceholder title="Change" />
  const found = change && views.get(change.kind)?.(change)
  return found ?? <NotFound what={`There is no change ${number} that you may see.`} />
}

/** What differs, field by field. */
const viewOf = (resource: Resource, { history }: ResourcePaths): [string, (change: ChangedObject) => ReactNode] => [
  resource.kind,
  ({ name, id, actor, at, before, after }) => {
    const [then, now] = [storedDocument(resource, before), storedDocument(resource, after)]
    const key = resource.key.read === 'id' ? String(id) : name
    return (
      <PageFrame title={`Change of ${resource.label.one}`} object={name} width="reading">
        <p>
          By {actor}, <Moment iso={at} />. <Link to={history(key)}>History of {name}</Link>
        </p>
        {then === undefined || now === undefined ? (
          <p>{after === null ? 'It was deleted.' : 'It was added.'}</p>
        ) : (
          <DifferenceView
            level={2}
            fields={resource.compared}
            changes={diff(resource.compared, then, now)}
            none="It was saved as it was."
          />
        )}
      </PageFrame>
    )
  },
]

const views: ReadonlyMap<string, (change: ChangedObject) => ReactNode> = new Map([
  viewOf(apiKeys, paths.apiKeys),
  viewOf(defaultPorts, paths.defaultPorts),
  viewOf(metricOverrides, paths.metricOverrides),
  viewOf(metricProfiles, paths.metricProfiles),
  viewOf(metrics, paths.metrics),
  viewOf(metricTags, paths.metricTags),
  viewOf(metricTemplates, paths.metricTemplates),
  viewOf(packages, paths.packages),
  viewOf(probeCandidates, paths.probeCandidates),
  viewOf(probes, paths.probes),
  viewOf(tenants, paths.tenants),
  viewOf(yumRepos, paths.yumRepos),
])
