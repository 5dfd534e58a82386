import type { RuleTarget } from '@quatrain/contract/thresholds/rule-precedence.ts'

/** What a rule is tested for: its metric, host and group. */
export const targetOf = (rule: RuleTarget | undefined): RuleTarget => ({
  metric: rule?.metric.trim() ?? '',
  host: rule?.host.trim() ?? '',
  endpoint_group: rule?.endpoint_group.trim() ?? '',
})
