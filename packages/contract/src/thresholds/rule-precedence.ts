/** What a rule applies to; an empty host or group stands for all. */
export interface RuleTarget {
  readonly metric: string
  readonly host: string
  readonly endpoint_group: string
}

const keyOf = ({ metric, host, endpoint_group }: RuleTarget) => [metric, host, endpoint_group].join('\n')

/**
 * The indexes of the rules that are never used, each with the index of the rule that is used instead: of several rules
 * for the same metric, host and group, only the last one counts.
 */
export function replacedRules(rules: readonly RuleTarget[]): ReadonlyMap<number, number> {
  const last = new Map(rules.map((rule, index) => [keyOf(rule), index]))
  return new Map(
    rules.flatMap((rule, index) => {
      const replacement = last.get(keyOf(rule)) ?? index
      return replacement === index ? [] : [[index, replacement] as const]
    }),
  )
}

/**
 * The indexes of the rules that match a metric on a host of an endpoint group. The first one is used; the others follow
 * by decreasing precedence: host and group, host, group, neither.
 */
export function matchingRules(rules: readonly RuleTarget[], target: RuleTarget): number[] {
  const replaced = replacedRules(rules)
  const rankOf = ({ host, endpoint_group }: RuleTarget) => (host === '' ? 0 : 2) + (endpoint_group === '' ? 0 : 1)
  return rules
    .map((rule, index) => ({ rule, index, rank: rankOf(rule) }))
    .filter(({ rule, index }) => !replaced.has(index) && isMatch(rule, target))
    .sort((a, b) => b.rank - a.rank)
    .map(({ index }) => index)
}

const isMatch = (rule: RuleTarget, { metric, host, endpoint_group }: RuleTarget) =>
  rule.metric === metric &&
  (rule.host === '' || rule.host === host) &&
  (rule.endpoint_group === '' || rule.endpoint_group === endpoint_group)
