// Rules about thresholds profiles.
import type { Data } from '../compare/field.ts'
import { replacedRules } from '../thresholds/rule-precedence.ts'
import { textProblem, unusualLabels } from '../thresholds/threshold-rules.ts'
import { alertZones } from '../thresholds/threshold-status.ts'
import { readThresholds } from '../thresholds/threshold-text.ts'
import type { Estate } from './estate.ts'
import { defineRule, type FindingRule, shortList, withoutEntries } from './rule.ts'

type Profile = Estate['thresholdsprofile'][number]
type ThresholdsRule = Profile['rules'][number]

/** What a rule is about, in a few words that identify it in its profile. */
const placeOf = ({ metric, host, endpoint_group: group }: Partial<ThresholdsRule> = {}): string =>
  [metric, host && `on ${host}`, group && `in ${group}`].filter(Boolean).join(' ')

const targetOf = ({ metric, host = '', endpoint_group = '' }: ThresholdsRule) => ({ metric, host, endpoint_group })

function* rulesOf(profiles: readonly Profile[]) {
  for (const { name, rules } of profiles)
    for (const rule of rules) yield { ...rule, profile: name, hit: { name, about: placeOf(rule), field: 'rules' } }
}

const withoutRule = (document: Data, about: string): Data =>
  withoutEntries(document, 'rules', (rule) => placeOf(rule) === about)

const ofThresholds = { kind: 'thresholdsprofile' } as const

export const thresholdsRules: readonly FindingRule[] = [
  defineRule({
    ...ofThresholds,
    id: 'thresholds/no-metric',
    severity: 'warning',
    title: 'Thresholds of a metric in no metric profile',
    follows: 'The rule is never used.',
    advice: 'Remove the rule, or add the metric to a metric profile.',
    needs: ['thresholdsprofile', 'metricprofile'],
    *find({ thresholdsprofile, metricprofile }) {
      const measured = new Set(metricprofile.flatMap((profile) => profile.metricinstances.map(({ metric }) => metric)))
      for (const { hit, metric } of rulesOf(thresholdsprofile))
        if (!measured.has(metric)) yield { ...hit, says: `No metric profile contains ${metric}.` }
    },
    fix: withoutRule,
  }),
  defineRule({
    ...ofThresholds,
    id: 'thresholds/unknown-host',
    severity: 'warning',
    title: 'Thresholds of a host that is not in the topology',
    follows: 'The rule is never used.',
    advice: 'Correct the name of the host, or remove the rule.',
    needs: ['thresholdsprofile', 'endpoints'],
    *find({ thresholdsprofile, endpoints }) {
      const hosts = new Set(endpoints.map(({ hostname }) => hostname))
      for (const { hit, host } of rulesOf(thresholdsprofile))
        if (host && !hosts.has(host)) yield { ...hit, says: `The topology has no host ${host}.` }
    },
    fix: withoutRule,
  }),
  defineRule({
    ...ofThresholds,
    id: 'thresholds/unknown-group',
    severity: 'warning',
    title: 'Thresholds of a group that is not in the topology',
    follows: 'The rule is never used.',
    advice: 'Correct the name of the group, or remove the rule.',
    needs: ['thresholdsprofile', 'endpoints'],
    *find({ thresholdsprofile, endpoints }) {
      const groups = new Set(endpoints.map(({ group }) => group))
      for (const { hit, endpoint_group: group } of rulesOf(thresholdsprofile))
        if (group && !groups.has(group)) yield { ...hit, says: `No endpoint is in a group ${group}.` }
    },
    fix: withoutRule,
  }),
  defineRule({
    ...ofThresholds,
    id: 'thresholds/replaced',
    severity: 'warning',
    title: 'Rule that a later one replaces',
    follows: 'Only the last rule of a metric, host and group counts.',
    advice: 'Remove the earlier rule, or join both.',
    needs: ['thresholdsprofile'],
    *find({ thresholdsprofile }) {
      for (const { name, rules } of thresholdsprofile)
        for (const place of new Set(
          [...replacedRules(rules.map(targetOf)).keys()].map((index) => placeOf(rules[index])),
        ))
          yield { name, about: place, field: 'rules', says: `Several rules are about ${place}.` }
    },
    fix: (document) => {
      const rules = document.rules as readonly Data[]
      const replaced = replacedRules((rules as unknown as readonly ThresholdsRule[]).map(targetOf))
      return { ...document, rules: rules.filter((_, index) => !replaced.has(index)) }
    },
  }),
  defineRule({
    ...ofThresholds,
    id: 'thresholds/critical-hidden',
    severity: 'warning',
    title: 'Critical range inside the warning range',
    follows: 'Values in both are reported as WARNING, never as CRITICAL.',
    advice: 'Let the warning range end where the critical one begins.',
    needs: ['thresholdsprofile'],
    *find({ thresholdsprofile }) {
      for (const { hit, thresholds } of rulesOf(thresholdsprofile)) {
        const labels = readThresholds(thresholds).filter((threshold) => alertZones(threshold)?.hidden.length)
        if (labels.length > 0)
          yield {
            ...hit,
            says: `The warning range hides a part of the critical one: ${shortList(labels.map(({ label }) => label))}.`,
          }
      }
    },
  }),
  defineRule({
    ...ofThresholds,
    id: 'thresholds/range',
    severity: 'error',
    title: 'Thresholds that have no meaning',
    follows: 'The engine that evaluates them refuses or ignores the rule.',
    advice: 'Correct the range that the sentence names.',
    needs: ['thresholdsprofile'],
    *find({ thresholdsprofile }) {
      for (const { hit, thresholds } of rulesOf(thresholdsprofile)) {
        const problem = textProblem(thresholds)
        if (problem !== undefined) yield { ...hit, says: `${problem.replace(/\.$/, '')}.` }
      }
    },
  }),
  defineRule({
    ...ofThresholds,
    id: 'thresholds/label',
    severity: 'hint',
    title: 'Unusual label of performance data',
    follows: 'If the metric does not report this label, the rule is never used.',
    advice: 'Compare it with the performance data of a result.',
    needs: ['thresholdsprofile'],
    *find({ thresholdsprofile }) {
      for (const { hit, thresholds } of rulesOf(thresholdsprofile)) {
        const labels = unusualLabels(thresholds)
        if (labels.length > 0) yield { ...hit, says: `Labels have letters and digits as a rule: ${shortList(labels)}.` }
      }
    },
  }),
  defineRule({
    ...ofThresholds,
    id: 'thresholds/unit',
    severity: 'hint',
    title: 'Unit that differs from other rules of the metric',
    follows: 'One of the rules compares with the wrong magnitude.',
    advice: 'Use the unit that the metric reports in all rules.',
    needs: ['thresholdsprofile'],
    *find({ thresholdsprofile }) {
      const entries = [...rulesOf(thresholdsprofile)].flatMap(({ hit, metric, thresholds }) =>
        readThresholds(thresholds).flatMap(({ label, uom }) =>
          uom === '' ? [] : [{ hit, label, uom, key: `${metric} ${label}` }],
        ),
      )
      for (const ofLabel of Map.groupBy(entries, ({ key }) => key).values()) {
        const byUnit = [...Map.groupBy(ofLabel, ({ uom }) => uom)].toSorted(
          ([, rulesOfUnit], [, rulesOfOther]) => rulesOfOther.length - rulesOfUnit.length,
        )
        const [[usualUnit] = ['']] = byUnit
        for (const [uom, entriesWithUnit] of byUnit.slice(1))
          for (const { hit, label } of entriesWithUnit)
            yield { ...hit, says: `${label} has the unit ${uom} here and ${usualUnit} elsewhere.` }
      }
    },
  }),
]
