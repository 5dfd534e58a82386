import { byServiceAndMetric, type MetricInstance } from '@quatrain/contract/resources/metric-profile.ts'
import type { WebApiMetricProfile } from '@quatrain/contract/web-api/metric-profiles.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { sessionQuery } from '#features/session/session.queries.ts'
import { LoadFailure } from '#kit/page/page-states.tsx'
import { byName, counted, inNameOrder } from '#lib/words.ts'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import classes from './CombinedFrom.module.css'
import type { MetricProfileValues } from './metric-profile-form.ts'
import { feedingProfiles } from './metric-profiles.queries.ts'
import { keyOfPair, type PairRow, pairRows, type Source } from './pair-rows.ts'

/** Shows, in a combined tenant, the profiles of the feeding tenants that the new profile is composed of. */
export function CombinedFrom() {
  const { data: session } = useQuery(sessionQuery(true))
  const tenants = session?.active && session.tenantdetails.combined ? Object.keys(session.tenantdetails.tenants) : []
  return tenants.length === 0 ? null : <FeedingTenants tenants={inNameOrder(tenants)} />
}

function FeedingTenants({ tenants }: { readonly tenants: readonly string[] }) {
  const id = useId()
  const { setValue } = useFormContext<MetricProfileValues>()
  const rows = useWatch<MetricProfileValues, 'services'>({ name: 'services' })
  const queries = useQueries({ queries: tenants.map(feedingProfiles) })
  const choose = (tenant: string, name: string) => {
    const chosenProfiles = tenants.flatMap((feedingTenant, index) => {
      const profile = feedingTenant === tenant ? name : (choiceOf(rows, feedingTenant) ?? '')
      if (profile === '') return []
      const source = { tenant: feedingTenant, profile }
      const remoteProfile = queries[index]?.data?.find((candidate) => candidate.name === profile)
      return [{ ...source, pairs: remoteProfile ? pairsOf(remoteProfile) : pairsFrom(rows, source) }]
    })
    setValue('services', combine(rows, chosenProfiles), { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  }
  return (
    <section className={classes.combined} aria-labelledby={id}>
      <h2 id={id}>Combined from</h2>
      <p>
        Each choice rebuilds the list of metric instances: every pair of the chosen profiles, once, and the pairs that
        you have added or changed.
      </p>
      <div className={classes.tenants}>
        {tenants.map((tenant, index) => (
          <FeedingTenant
            key={tenant}
            tenant={tenant}
            profiles={queries[index]?.data}
            error={queries[index]?.error ?? undefined}
            isFetching={queries[index]?.isFetching ?? false}
            onRetry={() => void queries[index]?.refetch()}
            chosenProfile={choiceOf(rows, tenant) ?? ''}
            onChoose={(name) => choose(tenant, name)}
          />
        ))}
      </div>
    </section>
  )
}

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
function FeedingTenant({ tenant, profiles, error, isFetching, onRetry, chosenProfile, onChoose }: Props) {
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

const pairsOf = ({ services }: WebApiMetricProfile): MetricInstance[] =>
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

/** A profile of another tenant that is part of this one. */
export interface Chosen extends Source {
  readonly pairs: readonly MetricInstance[]
}

/**
 * The profile of a tenant that the list contains pairs of: the selection is derived from the rows, so that drafts
 * include it.
 */
export const choiceOf = (rows: readonly PairRow[], tenant: string): string | undefined =>
  rows.flatMap(({ from }) => from).find((source) => source.tenant === tenant)?.profile

/** The pairs of a profile that are in the list, for when the profile itself cannot be read. */
export const pairsFrom = (rows: readonly PairRow[], { tenant, profile }: Source): readonly MetricInstance[] =>
  rows.filter(({ from }) => from.some((source) => source.tenant === tenant && source.profile === profile))

/**
 * The union of all selected profiles and of rows that were added by hand, in order and without duplicates (decision
 * D29). A row has an origin; one that was added or changed by hand has none and is always kept.
 */
export function combine(rows: readonly PairRow[], chosenProfiles: readonly Chosen[]): PairRow[] {
  const byHand = rows.filter((row) => row.from.length === 0 && !pairRows.isBlank(row))
  const typedKeys = new Set(byHand.map(keyOfPair))
  const ids = new Map(rows.filter(({ from }) => from.length > 0).map((row) => [keyOfPair(row), row.id]))
  const union = new Map<string, PairRow>()
  for (const { tenant, profile, pairs } of chosenProfiles) {
    for (const pair of pairs) {
      const key = keyOfPair(pair)
      if (typedKeys.has(key)) continue
      const { id, from } = union.get(key) ?? { id: ids.get(key) ?? pairRows.newRow().id, from: [] }
      const isKnown = from.some((source) => source.tenant === tenant)
      const sources = isKnown ? from : [...from, { tenant, profile }]
      union.set(key, pairRows.rowWith(id, { service: pair.service, metric: pair.metric, from: sources }))
    }
  }
  const combined = [...byHand, ...union.values()].sort(byServiceAndMetric)
  return pairRows.orBlankRow(combined)
}
