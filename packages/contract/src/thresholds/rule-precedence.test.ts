import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchingRules, type RuleTarget, replacedRules } from './rule-precedence.ts'

const rule = (metric: string, host = '', endpoint_group = ''): RuleTarget => ({ metric, host, endpoint_group })

const rules = [rule('m'), rule('m', '', 'g'), rule('m', 'h'), rule('m', 'h', 'g'), rule('other'), rule('m', '', 'g')]

test.each([
  [rule('m', 'h', 'g'), [3, 2, 5, 0]],
  [rule('m', 'h', 'elsewhere'), [2, 0]],
  [rule('m', 'h'), [2, 0]],
  [rule('m', 'elsewhere', 'g'), [5, 0]],
  [rule('m'), [0]],
  [rule('other', 'h', 'g'), [4]],
  [rule('unknown'), []],
])('of the rules for %o, the first of %j wins', (target, expected) => {
  expect(matchingRules(rules, target)).toEqual(expected)
})

test('of two rules for the same metric, host and group only the last one counts', () => {
  expect([...replacedRules(rules)]).toEqual([[1, 5]])
})

test('the rule that wins matches, and no rule that matches is more specific', () => {
  const name = fc.constantFrom('a', 'b')
  const optional = fc.constantFrom('', 'a', 'b')
  const some = fc.record({ metric: name, host: optional, endpoint_group: optional })
  fc.assert(
    fc.property(fc.array(some), some, (rules, target) => {
      const candidates = [
        rule(target.metric, target.host, target.endpoint_group),
        rule(target.metric, target.host),
        rule(target.metric, '', target.endpoint_group),
        rule(target.metric),
      ]
      const lastOf = (sought: RuleTarget) =>
        rules.findLastIndex((rule) => JSON.stringify(rule) === JSON.stringify(sought))
      const [expected = -1] = candidates.map(lastOf).filter((index) => index >= 0)
      expect(matchingRules(rules, target)[0] ?? -1).toBe(expected)
    }),
  )
})
