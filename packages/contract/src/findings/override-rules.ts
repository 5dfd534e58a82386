// Rules about metric configuration overrides.
import type { Data } from '../compare/field.ts'
import { hostOf, namesSecret, secretVariable } from '../resources/metric-override.ts'
import type { Estate } from './estate.ts'
import { defineRule, type FindingRule, shortList, withoutEntries } from './rule.ts'

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

export const overrideRules: readonly FindingRule[] = [
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
