import type { ChangedObject } from '@quatrain/contract/home.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { apiKeyCompare } from '#features/api-keys/api-key-form.ts'
import { defaultPortDefinition } from '#features/default-ports/default-ports-form.ts'
import { changeQuery } from '#features/home/home.queries.ts'
import { overrideDefinition } from '#features/metric-overrides/override-form.ts'
import { metricProfileDefinition } from '#features/metric-profiles/metric-profile-form.ts'
import { metricTagDefinition } from '#features/metric-tags/metric-tag-form.ts'
import { metricTemplateDefinition } from '#features/metric-templates/metric-template-definition.ts'
import { metricDefinition } from '#features/metrics/metric-compare.ts'
import { packageDefinition } from '#features/packages/package-form.ts'
import { candidateDefinition } from '#features/probe-candidates/probe-candidate-form.ts'
import { comparedProbe } from '#features/probes/probe-form.ts'
import { tenantDefinition } from '#features/tenants/tenant-compare.ts'
import { yumRepoDefinition } from '#features/yum-repos/yum-repo-form.ts'
import { DifferenceView } from '#kit/compare/DifferenceView.tsx'
import { differences } from '#kit/compare/parts.ts'
import { FailurePage } from '#kit/page/Failure.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { NotFound } from '#kit/page/NotFound.tsx'
import { PagePlaceholder } from '#kit/page/PagePlaceholder.tsx'
import type { ComparedDefinition } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'
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

/** What differs, by the parts of its kind. */
const viewOf = <Values,>(definition: ComparedDefinition<Values>): [string, (change: ChangedObject) => ReactNode] => [
  definition.resource.kind,
  ({ name, id, actor, at, before, after }) => {
    const { resource, parts, fromDocument } = definition
    const [then, now] = [fromDocument(before), fromDocument(after)]
    const key = resource.key.read === 'id' ? String(id) : name
    return (
      <PageFrame title={`Change of ${resource.label.one}`} object={name} width="reading">
        <p>
          By {actor}, <Moment iso={at} />. <Link to={definition.paths.history(key)}>History of {name}</Link>
        </p>
        {then === undefined || now === undefined ? (
          <p>{after === null ? 'It was deleted.' : 'It was added.'}</p>
        ) : (
          <DifferenceView level={2} differences={differences(parts, then, now)} none="It was saved as it was." />
        )}
      </PageFrame>
    )
  },
]

const views: ReadonlyMap<string, (change: ChangedObject) => ReactNode> = new Map([
  viewOf(apiKeyCompare),
  viewOf(candidateDefinition),
  viewOf(comparedProbe(paths.probes)),
  viewOf(defaultPortDefinition),
  viewOf(metricProfileDefinition),
  viewOf(metricDefinition),
  viewOf(metricTagDefinition),
  viewOf(metricTemplateDefinition),
  viewOf(overrideDefinition),
  viewOf(packageDefinition),
  viewOf(tenantDefinition),
  viewOf(yumRepoDefinition),
])
