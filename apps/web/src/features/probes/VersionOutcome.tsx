import { packageVersion, whatSavingDoes } from '@quatrain/contract/resources/probe.ts'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { LabelledValue, NoValue } from '#ui/ValueText.tsx'
import type { ProbeValues } from './probe-form.ts'
import { probeQueries } from './probes.queries.ts'

interface Stored {
  readonly name: string
  readonly version: string
}

/** What saving does to the versions of a stored probe; undefined while they are being loaded. */
export function useOutcome({ name, version }: Stored) {
  const label = useWatch<ProbeValues, 'package'>({ name: 'package' })
  const chosenVersion = packageVersion(label)
  const isOther = chosenVersion !== '' && chosenVersion !== version
  const { data: earlier } = useQuery({ ...probeQueries.versionsCalled(name, chosenVersion), enabled: isOther })
  if (chosenVersion === version) return { does: 'update', version } as const
  if (!isOther || !earlier) return undefined
  const knownVersions = earlier.map((head) => head.version)
  return { does: whatSavingDoes(version, knownVersions, chosenVersion), version: chosenVersion }
}

/** The version of a stored probe, and what saving would do to it. */
export function StoredVersion({ stored }: { readonly stored: Stored }) {
  const outcome = useOutcome(stored)
  return (
    <LabelledValue label="Version">
      <VersionText />
      <p role="status">{outcome && sentences[outcome.does](outcome.version, stored.version)}</p>
    </LabelledValue>
  )
}

const sentences = {
  update: (version: string) => `Saving updates version ${version}.`,
  add: (version: string, current: string) => `Saving adds version ${version}. Version ${current} does not change.`,
  restore: (version: string, current: string) =>
    `Saving restores version ${version} and updates it. Version ${current} does not change.`,
}

/** The version of a new probe. */
export const FirstVersion = () => (
  <LabelledValue label="Version">
    <VersionText />
    <p>The version is that of the package.</p>
  </LabelledValue>
)

function VersionText() {
  const version = packageVersion(useWatch<ProbeValues, 'package'>({ name: 'package' }))
  return <span className="mono">{version === '' ? <NoValue /> : version}</span>
}
