import type { ThresholdsRule } from '@quatrain/contract/resources/thresholds-profile.ts'
import type { RuleTarget } from '@quatrain/contract/thresholds/rule-precedence.ts'
import {
  partLabels,
  readThresholds,
  type StoredThreshold,
  units,
  writeThresholds,
} from '@quatrain/contract/thresholds/threshold-text.ts'
import { z } from 'zod'
import { choiceCell, hiddenCell, textCell } from '#kit/rows/row-cells.ts'
import { defineRows, type Row, rowsCell } from '#kit/rows/row-definition.ts'
import { limitWidth } from './limit-widths.ts'

/** A rule as it is edited. */
interface RuleValues {
  readonly metric: string
  readonly host: string
  readonly endpoint_group: string
  readonly thresholds: readonly StoredThreshold[]
  /** The text that the thresholds were read from; empty for a new rule. */
  readonly stored: string
}

export type ThresholdRow = Row<StoredThreshold>
export type RuleRow = Row<RuleValues>

const number = (name: Parameters<typeof limitWidth>[0]) => textCell(partLabels[name], { width: limitWidth(name) })

/** The thresholds of a rule. */
export const thresholdRows = defineRows<StoredThreshold>({
  one: 'threshold',
  cells: {
    label: textCell(partLabels.label, { width: '88px' }),
    value: number('value'),
    uom: choiceCell(partLabels.uom, { width: '82px' }),
    warn1: number('warn1'),
    warn2: number('warn2'),
    crit1: number('crit1'),
    crit2: number('crit2'),
    min: number('min'),
    max: number('max'),
    text: hiddenCell(z.string(), ''),
  },
  identityOf: ({ label }) => label,
})

/** The rules of a profile. Their hosts and groups depend on the metric. */
export const ruleRows = defineRows<RuleValues>({
  one: 'rule',
  cells: {
    metric: textCell('Metric', { width: '260px' }),
    host: textCell('Host', { width: '200px' }),
    endpoint_group: textCell('Group', { width: '150px' }),
    thresholds: rowsCell('Thresholds', thresholdRows),
    stored: hiddenCell(z.string(), ''),
  },
  identityOf: ({ metric, host, endpoint_group }) => [metric, host, endpoint_group].join('\n'),
  nameOf: ({ metric, host, endpoint_group }) =>
    [metric, host, endpoint_group].filter((text) => text.trim() !== '').join(', '),
  afterEdit: (rule, field) => (field === 'metric' ? { ...rule, host: '', endpoint_group: '' } : rule),
})

export const unitSuggestions = units.map((value) => ({ value }))

/** Stored rules as rows of the form. */
export const rowsOfRules = (rules: readonly ThresholdsRule[]): RuleRow[] => ruleRows.fromStored(rules.map(valuesOfRule))

/** Returns rows for rules, with the ids of the rows that have the same rules. */
export const rowsBeside = (rules: readonly ThresholdsRule[], rows: readonly RuleRow[]): RuleRow[] =>
  ruleRows.matching(rules.map(valuesOfRule), rows)

const valuesOfRule = ({ metric, host = '', endpoint_group = '', thresholds }: ThresholdsRule): RuleValues => ({
  metric,
  host,
  endpoint_group,
  thresholds: readThresholds(thresholds),
  stored: thresholds,
})

/** The rules of the rows as they are sent: without blank rows, and without a host or group that is empty. */
export const rulesOfRows = (rows: readonly RuleRow[]): ThresholdsRule[] => ruleRows.valuesOf(rows).map(ruleOf)

function ruleOf({ metric, host, endpoint_group, thresholds, stored }: RuleValues): ThresholdsRule {
  return {
    metric,
    ...(host !== '' && { host }),
    ...(endpoint_group !== '' && { endpoint_group }),
    thresholds: writeThresholds(thresholds, stored),
  }
}

/** What a rule is tested for: its metric, host and group. */
export const targetOf = (rule: RuleTarget | undefined): RuleTarget => ({
  metric: rule?.metric.trim() ?? '',
  host: rule?.host.trim() ?? '',
  endpoint_group: rule?.endpoint_group.trim() ?? '',
})
