import { ActionIcon } from '@mantine/core'
import { gatewayMetricProfiles } from '@quatrain/contract/console/gateway.ts'
import type { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { metricNamesFor } from '#features/metrics/metric-names.queries.ts'
import { useHosts } from '#features/topology/suggested-hosts.queries.ts'
import { call } from '#kit/api/call.ts'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { objectPages } from '#kit/resource/object-pages.tsx'
import { GroupedRowsField } from '#kit/row-table/GroupedRowsField.tsx'
import { inNameOrder } from '#lib/words.ts'
import { Icon } from '#ui/Icon.tsx'
import { SuggestionSearch } from '#ui/SuggestInput.tsx'
import type { Suggestion } from '#ui/suggestions.ts'
import { RuleNotes, useReplacedRules } from './RuleNotes.tsx'
import { RuleTester } from './RuleTester.tsx'
import { columns, notesOf, ruleMembers } from './rule-columns.tsx'
import { type RuleRow, ruleRows, targetOf, unitSuggestions } from './rule-rows.ts'
import {
  RulesFrame,
  ThresholdsProfileDetails,
  ThresholdsProfileFields,
  ThresholdsProfileUsage,
} from './ThresholdsProfileDetailsPage.tsx'
import classes from './thresholds.module.css'
import {
  fieldOfThresholdsProfile,
  type ThresholdsProfileValues,
  thresholdsProfileDefinition,
  thresholdsProfileSchema,
  thresholdsValuesBeside,
} from './thresholds-profile-form.ts'

const rules = { schema: thresholdsProfileSchema, fieldOf: fieldOfThresholdsProfile }

/** The form of a thresholds profile: of a new one and of a stored one. */
function ThresholdsProfileForm(props: RecordFormProps<typeof thresholdsProfiles, ThresholdsProfileValues>) {
  const form = useRecordForm(thresholdsProfileDefinition, props, rules)
  return (
    <RecordFormPage {...props} form={form} width="full">
      <ThresholdsProfileFields fixedName={props.record && 'The name cannot be changed.'} />
      <RulesField base={form.base.values} isNew={props.record === undefined} />
      {props.record && <ThresholdsProfileUsage {...props.record} />}
    </RecordFormPage>
  )
}

const memberExtras = {
  columns,
  marksOf: notesOf,
  suggestionsOf: (field: string) => (field === 'uom' ? unitSuggestions : undefined),
} as const

/** The rules of a profile with their thresholds, and a test of values. */
function RulesField({ base, isNew }: { readonly base: ThresholdsProfileValues; readonly isNew: boolean }) {
  const { suggestionsOf, search } = useRuleSuggestions()
  const { data: knownMetrics } = useQuery(metricNamesFor('member'))
  const rows = useWatch<ThresholdsProfileValues, 'rules'>({ name: 'rules' })
  const replaced = useReplacedRules(rows)
  const [target, setTarget] = useState(() => targetOf(rows[0]))
  const tester = useRef<HTMLSelectElement>(null)
  const marksOf = useCallback(
    (row: RuleRow) => <RuleNotes row={row} knownMetrics={knownMetrics} replacedBy={replaced.get(row.id)} />,
    [knownMetrics, replaced],
  )
  const actionsOf = useCallback(
    (row: RuleRow) => (
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Test rule ${ruleRows.nameOf(row)}`}
        title="Test"
        onClick={() => {
          setTarget(targetOf(row))
          tester.current?.focus()
        }}
      >
        <Icon name="thresholds" size={16} />
      </ActionIcon>
    ),
    [],
  )
  return (
    <SuggestionSearch value={search}>
      <RulesFrame rules={rows}>
        <GroupedRowsField
          name="rules"
          definition={ruleRows}
          members={ruleMembers}
          stored={base.rules}
          isNew={isNew}
          label="Thresholds rules"
          addLabel="Add new rule"
          extras={{ suggestionsOf, marksOf, actionsOf }}
          memberExtras={memberExtras}
        >
          <LimitsHelp />
        </GroupedRowsField>
      </RulesFrame>
      <RuleTester ref={tester} rows={rows} target={target} onTarget={setTarget} />
    </SuggestionSearch>
  )
}

/** How limits are written and what they mean, which differs from the plugins that people know. */
const LimitsHelp = () => (
  <p className={classes.help}>
    A range is where a status is reported: WARNING or CRITICAL between its limits. The limit <code>~</code> is minus
    infinity, an empty upper limit is plus infinity, and <code>@</code> before a range inverts it: the status is
    reported outside. The warning range is tested first, so that it hides a critical range behind it. Min and max are
    stored together or not at all; an empty value is stored as 0.
  </p>
)

export const thresholdsProfilePages = objectPages({
  definition: thresholdsProfileDefinition,
  Form: ThresholdsProfileForm,
  Details: ThresholdsProfileDetails,
  restore: (old, now) => ({ ...thresholdsValuesBeside(old, now), name: now.name }),
})

const staleTime = 5 * 60_000

const profiles = queryOptions({
  queryKey: ['webapi', 'metric_profiles'],
  queryFn: async ({ signal }) => (await call(gatewayMetricProfiles, {}, { signal })).data,
  staleTime,
})

const noSuggestions: readonly Suggestion[] = []

/**
 * The suggestions for a cell of a rule: the metrics of the tenant; the hosts whose services carry the metric in any metric
 * profile, and their groups. If the Web API has no topology, any host and group can be typed. `search` is told what is typed.
 */
function useRuleSuggestions() {
  const { data: metrics } = useQuery(metricNamesFor('member'))
  const { data: inProfiles } = useQuery(profiles)
  const { hosts, search } = useHosts()
  const suggestionsOf = useMemo(() => {
    const names = sorted([...(metrics ?? [])])
    const hostsWith = (metric: string) => {
      const services = new Set(
        (inProfiles ?? []).flatMap(({ services }) =>
          services.filter(({ metrics }) => metrics.includes(metric)).map(({ service }) => service),
        ),
      )
      return hosts.filter((host) => host.services.some((service) => services.has(service)))
    }
    const hostsOf = remembered((metric) => sorted(hostsWith(metric).map(({ hostname }) => hostname)))
    const groupsOf = remembered((metric, host) => {
      const hosts = hostsWith(metric)
      const onHost = hosts.filter(({ hostname }) => hostname === host)
      return sorted((onHost.length === 0 ? hosts : onHost).flatMap(({ groups }) => groups))
    })
    return (field: keyof RuleRow, row: RuleRow): readonly Suggestion[] => {
      if (field === 'metric') return names
      if (field === 'host') return hostsOf(row.metric.trim())
      return field === 'endpoint_group' ? groupsOf(row.metric.trim(), row.host.trim()) : noSuggestions
    }
  }, [metrics, inProfiles, hosts])
  return { suggestionsOf, search }
}

const sorted = (values: readonly string[]): readonly Suggestion[] => inNameOrder(values).map((value) => ({ value }))

/** The function with its results kept, because every rule asks at every rendering. */
function remembered(find: (metric: string, host: string) => readonly Suggestion[]) {
  const cache = new Map<string, readonly Suggestion[]>()
  return (metric: string, host = '') => {
    const key = `${metric}\n${host}`
    const suggestions = cache.get(key) ?? find(metric, host)
    cache.set(key, suggestions)
    return suggestions
  }
}
