import { NativeSelect } from '@mantine/core'
import type { MetricInstance } from '@quatrain/contract/resources/metric-profile.ts'
import type { WebApiMetricProfile } from '@quatrain/contract/web-api/metric-profiles.ts'
import { LoadFailure } from '#kit/page/LoadFailure.tsx'
import { byName } from '#lib/name-order.ts'
import { counted } from '#lib/words.ts'
import classes from './CombinedFrom.module.css'

interface Props {
  readonly tenant: string
  /** Undefined while they are not loaded. */
  readonly profiles: readonly WebApiMetricProfile[] | undefined
  readonly error: Error | undefined
  readonly isFetching: boolean
  readonly onRetry: () => void
  /** Name of the chosen profile; empty if there is none. */
  readonly chosenProfile: string
  readonly onChoose: (name: string) => void
}

/** The metric profile of one tenant that is part of the new one. */
export function FeedingTenant({ tenant, profiles, error, isFetching, onRetry, chosenProfile, onChoose }: Props) {
  return (
    <fieldset className={classes.tenant}>
      <legend>{tenant}</legend>
      <NativeSelect
        label="Metric profile"
        value={chosenProfile}
        disabled={!profiles}
        data={[
          { value: '', label: profiles || error ? 'None' : 'Loading' },
          ...optionsOf(profiles ?? [], chosenProfile),
        ]}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
      {error && !profiles && (
        <LoadFailure subject={`The metric profiles of ${tenant}`} error={error} retry={onRetry} isBusy={isFetching} />
      )}
    </fieldset>
  )
}

export const pairsOf = ({ services }: WebApiMetricProfile): MetricInstance[] =>
  services.flatMap(({ service, metrics }) => metrics.map((metric) => ({ service, metric })))

/** A selected profile that does not exist any more remains selectable; a profile without pairs cannot be selected. */
function optionsOf(profiles: readonly WebApiMetricProfile[], chosenProfile: string) {
  const options = profiles.toSorted(byName).map((profile) => {
    const { length } = pairsOf(profile)
    return { value: profile.name, label: `${profile.name} (${counted(length, 'pair')})`, disabled: length === 0 }
  })
  const isMissing = chosenProfile !== '' && !options.some(({ value }) => value === chosenProfile)
  return isMissing ? [...options, { value: chosenProfile, label: chosenProfile }] : options
}
