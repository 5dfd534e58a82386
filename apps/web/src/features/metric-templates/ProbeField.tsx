import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { probeVersions, type StoredProbeVersion } from '#features/probes/probes.queries.ts'
import { SuggestField } from '#kit/fields/SuggestField.tsx'
import { LinkedValue } from '#kit/page/LinkedValue.tsx'
import { byName, compareNames } from '#lib/name-order.ts'
import type { Suggestion } from '#ui/suggestions.ts'
import type { TemplateValues } from './metric-template-form.ts'
import { inSuperTenant } from './template-places.ts'

/** The version of a probe that runs the metrics, and its package. */
export function ProbeField() {
  const { data: offered = [] } = useQuery({ ...probeVersions, select: offeredOf })
  const probe = useWatch<TemplateValues, 'probeversion'>({ name: 'probeversion' }).trim()
  const chosenProbe = offered.find(({ value }) => value === probe)
  return (
    <>
      <SuggestField
        name="probeversion"
        label="Probe"
        description="Name and version of the probe. Type a part of either to search."
        suggestions={offered}
      />
      <LinkedValue label="Package" value={chosenProbe?.hint ?? ''} to={undefined} />
      {chosenProbe && <LinkedValue label="Probe version" value={probe} to={inSuperTenant.probeVersion(probe)} />}
    </>
  )
}

/** Returns the versions that are offered, by name, the newest of a name first. */
const offeredOf = (versions: readonly StoredProbeVersion[]): readonly Suggestion[] =>
  versions
    .toSorted((a, b) => byName(a.fields, b.fields) || compareNames(b.date_created, a.date_created))
    .map(({ object_repr, fields }) => ({ value: object_repr, hint: fields.package }))

/** The labels of all versions; undefined until they are loaded. */
export const useProbeLabels = (): ReadonlySet<string> | undefined =>
  useQuery({ ...probeVersions, select: labelsOf }).data

const labelsOf = (versions: readonly StoredProbeVersion[]) => new Set(versions.map(({ object_repr }) => object_repr))
