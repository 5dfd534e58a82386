// Rules about thresholds profiles and metric configuration overrides.
import type { Data } from '../compare/field.ts'
import { hostOf, namesSecret, secretVariable } from '../resources/metric-override.ts'
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

const thresholdRules: readonly FindingRule[] = [
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

const ofOverrides = { kind: 'metricoverride' } as const

/** A row can be about a host, or a service of it: `servicetype__host`, or `host_service`. */
const isOfHost = (hostname: string, hosts: ReadonlySet<string>): boolean =>
  hosts.has(hostOf(hostname)) || hosts.has(hostname.replace(/_.*$/, ''))

/** The attributes that an override sets, each with its host; empty for all hosts. */
const attributesOf = ({ global_attributes: global, host_attributes: ofHosts }: Estate['metricoverride'][number]) => [
  ...global.map((row) => ({ ...row, hostname: '', field: 'global_attributes' as const })),
  ...ofHosts.map((row) => ({ ...row, field: 'host_attributes' as const })),
]

const knownPrefix =
  /^(?:gh[pousr]_|github_pat_|glpat-|xox[abpr]-|sk_live_|AKIA[0-9A-Z]{12}|eyJ[\w-]{10,}\.|-----BEGIN )/
const secretName = /passw|secret|token|api.?key|credential/i

/** Bits of information for each character of a text. */
function entropyOf(text: string): number {
  const counts = Map.groupBy(text, (character) => character).values()
  return [...counts].reduce((sum, { length }) => sum - (length / text.length) * Math.log2(length / text.length), 0)
}

/** Whether a value looks like a secret itself, not like the name of one: options, paths and variables are none. */
export const isLiteralSecret = (name: string, value: string): boolean => {
  if (value === '' || /^[-$/~]|^https?:|\s/.test(value)) return knownPrefix.test(value)
  if (knownPrefix.test(value) || namesSecret(name)) return true
  const isRandom = /^[\w+=-]{20,}$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value) && entropyOf(value) > 3.6
  return isRandom || (secretName.test(name) && value.length >= 6 && /\d|[^\w.-]/.test(value))
}

const overrideRules: readonly FindingRule[] = [
  defineRule({
    ...ofOverrides,
    id: 'override/unknown-host',
    severity: 'warning',
    title: 'Override for a host that is not in the topology',
    follows: 'No box uses it.',
    advice: 'Correct the name of the host, or remove the rows.',
    needs: ['metricoverride', 'endpoints'],
    *find({ metricoverride, endpoints }) {
      const hosts = new Set(endpoints.map(({ hostname }) => hostname))
      for (const { name, host_attributes: attributes, metric_parameters: parameters } of metricoverride)
        for (const hostname of new Set([...attributes, ...parameters].map((row) => row.hostname)))
          if (!isOfHost(hostname, hosts)) yield { name, about: hostname, says: `The topology has no host ${hostname}.` }
    },
    fix: (document, about) =>
      ['host_attributes', 'metric_parameters'].reduce(
        (rest, field) => withoutEntries(rest, field, ({ hostname }) => hostname === about),
        document,
      ),
  }),
  defineRule({
    ...ofOverrides,
    id: 'override/unread-attribute',
    severity: 'warning',
    title: 'Attribute that no metric reads',
    follows: 'The override has no effect.',
    advice: 'Correct the name of the attribute, or remove the row.',
    needs: ['metricoverride', 'metric'],
    looksAtTemplates: true,
    *find({ metricoverride, metric }) {
      const readNames = new Set(metric.flatMap(({ attribute }) => attribute.map(({ key }) => key)))
      for (const override of metricoverride)
        for (const { attribute, field } of attributesOf(override))
          if (!readNames.has(attribute))
            yield { name: override.name, about: attribute, field, says: `No metric has an attribute ${attribute}.` }
    },
    fix: (document, about) =>
      ['global_attributes', 'host_attributes'].reduce(
        (rest, field) => withoutEntries(rest, field, ({ attribute }) => attribute === about),
        document,
      ),
  }),
  defineRule({
    ...ofOverrides,
    id: 'override/unread-parameter',
    severity: 'warning',
    title: 'Parameter of a metric that does not run',
    follows: 'The override has no effect.',
    advice: 'Correct the name of the metric, or remove the row.',
    needs: ['metricoverride', 'metric'],
    *find({ metricoverride, metric }) {
      const knownMetrics = new Set(metric.map(({ name }) => name))
      for (const { name, metric_parameters: rows } of metricoverride)
        for (const unknown of new Set(rows.map((row) => row.metric).filter((row) => !knownMetrics.has(row))))
          yield { name, about: unknown, field: 'metric_parameters', says: `There is no metric ${unknown}.` }
    },
    fix: (document, about) => withoutEntries(document, 'metric_parameters', ({ metric }) => metric === about),
  }),
  defineRule({
    ...ofOverrides,
    id: 'override/contradiction',
    severity: 'warning',
    title: 'Overrides that contradict each other',
    follows: 'The last one by name wins, which nobody sees in the first.',
    advice: 'Set the value in one override only.',
    needs: ['metricoverride'],
    *find({ metricoverride }) {
      const rows = metricoverride.flatMap((override) => [
        ...attributesOf(override).map((row) => ({
          ...row,
          name: override.name,
          setting: [row.attribute, row.hostname].join(' ').trim(),
        })),
        ...override.metric_parameters.map((row) => ({
          ...row,
          name: override.name,
          field: 'metric_parameters' as const,
          setting: `${row.metric} ${row.parameter} ${row.hostname}`,
        })),
      ])
      for (const [setting, rowsOfPlace] of Map.groupBy(rows, (row) => row.setting))
        for (const { name, field, value } of rowsOfPlace) {
          const otherRows = rowsOfPlace.filter((row) => row.name !== name && row.value !== value)
          if (otherRows.length > 0)
            yield {
              name,
              about: setting,
              field,
              says: `${shortList(new Set(otherRows.map((row) => row.name)))} sets another value for ${setting}.`,
            }
        }
    },
  }),
  defineRule({
    ...ofOverrides,
    id: 'override/secret',
    severity: 'error',
    title: 'Secret in an override',
    follows: 'Everybody who may read the configuration, its history and its files can read the secret.',
    advice:
      'Put it in the secrets file of the boxes, and its variable here. Then replace the secret: the history still has it.',
    needs: ['metricoverride'],
    *find({ metricoverride }) {
      for (const override of metricoverride) {
        const rows = [
          ...attributesOf(override).map(({ attribute, ...row }) => ({ ...row, set: attribute })),
          ...override.metric_parameters.map((row) => ({
            ...row,
            set: row.parameter,
            field: 'metric_parameters' as const,
          })),
        ]
        for (const { set, value, field } of rows)
          if (isLiteralSecret(set, value))
            yield { name: override.name, about: set, field, says: `The value of ${set} looks like a secret.` }
      }
    },
    fix: (document, about) => {
      const replaced = (field: string, key: string) =>
        (document[field] as readonly Data[]).map((row) =>
          row[key] === about && isLiteralSecret(about, String(row.value))
            ? { ...row, value: secretVariable(about.replace(/^-+/, '').replaceAll('-', '_')) }
            : row,
        )
      return {
        ...document,
        global_attributes: replaced('global_attributes', 'attribute'),
        host_attributes: replaced('host_attributes', 'attribute'),
        metric_parameters: replaced('metric_parameters', 'parameter'),
      }
    },
  }),
]

export const limitRules: readonly FindingRule[] = [...thresholdRules, ...overrideRules]
