import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldingBy } from './fold.ts'
import { orderDependence } from './order-dependence.ts'
import type { OperationsRules } from './truth-table.ts'

/** The profiles of the demonstration. */
const demoProfiles: readonly (OperationsRules & { readonly name: string })[] = JSON.parse(
  readFileSync(new URL('../../testing/operations-profiles.json', import.meta.url), 'utf8'),
)
const named = (name: string): OperationsRules => {
  const found = demoProfiles.find((profile) => profile.name === name)
  if (!found) throw new Error(`The demonstration has no operations profile ${name}.`)
  return found
}

const states = ['OK', 'WARNING', 'UNKNOWN', 'CRITICAL'] as const
const pairs = states.flatMap((a, index) => states.slice(index).map((b) => ({ a, b })))
const rulesOf = (results: readonly string[]): OperationsRules => ({
  available_states: [...states],
  defaults: { down: 'UNKNOWN', missing: 'UNKNOWN', unknown: 'UNKNOWN' },
  operations: [{ name: 'OP', truth_table: pairs.map((pair, index) => ({ ...pair, x: results[index] ?? '' })) }],
})
/** Any complete truth table. */
const anyRules = fc.array(fc.constantFrom(...states), { minLength: pairs.length, maxLength: pairs.length }).map(rulesOf)
const someStates = fc.array(fc.constantFrom(...states), { minLength: 1, maxLength: 12 })

/** The rows of the table, read one by one in both directions. */
const resultOf = ({ operations: [operation] }: OperationsRules, a: string, b: string) =>
  operation?.truth_table.find((row) => (row.a === a && row.b === b) || (row.a === b && row.b === a))?.x ?? ''

describe('a fold by a complete truth table', () => {
  test('is what the rows of the table say, one after the other', () => {
    fc.assert(
      fc.property(anyRules, someStates, (rules, [first = 'OK', ...others]) => {
        const { outcome, steps } = foldingBy(rules)('OP', [first, ...others])
        expect(outcome).toEqual({ state: others.reduce<string>((a, b) => resultOf(rules, a, b), first) })
        expect(steps.map(({ rightState }) => rightState)).toEqual(others)
        const results = steps.map(({ outcome: { state } }) => state)
        expect(steps.map(({ leftState }) => leftState)).toEqual([first, ...results].slice(0, steps.length))
      }),
    )
  })

  test('does not depend on the order of two states', () => {
    fc.assert(
      fc.property(anyRules, fc.constantFrom(...states), fc.constantFrom(...states), (rules, a, b) => {
        const fold = foldingBy(rules)
        expect(fold('OP', [a, b]).outcome).toEqual(fold('OP', [b, a]).outcome)
      }),
    )
  })

  test('was decided by the last state that changed the result', () => {
    fc.assert(
      fc.property(anyRules, someStates, (rules, chosen) => {
        const fold = foldingBy(rules)
        const { outcome, decidedBy = -1 } = fold('OP', chosen)
        for (let end = decidedBy + 1; end <= chosen.length; end += 1) {
          expect(fold('OP', chosen.slice(0, end)).outcome).toEqual(outcome)
        }
        if (decidedBy > 0) expect(fold('OP', chosen.slice(0, decidedBy)).outcome).not.toEqual(outcome)
      }),
    )
  })

  test('depends on the order of the states only if there is an example of it', () => {
    const shuffled = someStates.chain((chosen) =>
      fc.tuple(fc.constant(chosen), fc.shuffledSubarray(chosen, { minLength: chosen.length })),
    )
    fc.assert(
      fc.property(anyRules, shuffled, (rules, [one, other]) => {
        const fold = foldingBy(rules)
        const example = orderDependence(rules, 'OP')
        if (!example) {
          expect(fold('OP', one).outcome).toEqual(fold('OP', other).outcome)
          return
        }
        const [a, b, c] = example.states
        expect(fold('OP', [a, b, c]).outcome.state).toBe(example.fromLeft)
        expect(fold('OP', [c, b, a]).outcome.state).toBe(example.fromRight)
        expect(example.fromLeft).not.toBe(example.fromRight)
      }),
    )
  })
})

describe('a fold has no result and says why', () => {
  const fold = foldingBy(rulesOf(pairs.map(({ a }) => a)))
  test.each<[string, string, string[], string]>([
    ['an unknown operation, also of one state', 'XOR', ['OK'], 'The operations profile has no operation XOR.'],
    ['no operation', '', ['OK', 'OK'], 'No operation is chosen.'],
    ['no states', 'OP', [], 'There is nothing to combine.'],
    ['an unknown state', 'OP', ['BROKEN'], 'BROKEN is not an available state of the operations profile.'],
    ['a later unknown state', 'OP', ['OK', 'BROKEN'], 'BROKEN is not an available state of the operations profile.'],
    ['an empty state', 'OP', ['OK', ''], 'An empty state is not an available state of the operations profile.'],
    [
      'a name that objects inherit',
      'OP',
      ['constructor'],
      'constructor is not an available state of the operations profile.',
    ],
  ])('for %s', (_, operation, chosen, problem) => {
    expect(fold(operation, chosen)).toMatchObject({ outcome: { problem } })
    expect(fold(operation, chosen).decidedBy).toBeUndefined()
  })

  const withRows = (rows: OperationsRules['operations'][number]['truth_table']) => {
    const rules = rulesOf([])
    return foldingBy({ ...rules, operations: [{ name: 'OP', truth_table: rows }] })
  }

  test('for a pair without a row, even if an earlier result is known', () => {
    const incomplete = withRows([{ a: 'OK', b: 'WARNING', x: 'UNKNOWN' }])
    expect(incomplete('OP', ['WARNING', 'OK', 'CRITICAL', 'OK'])).toEqual({
      steps: [
        { leftState: 'WARNING', rightState: 'OK', outcome: { state: 'UNKNOWN' } },
        {
          leftState: 'UNKNOWN',
          rightState: 'CRITICAL',
          outcome: { problem: 'OP has no result for UNKNOWN and CRITICAL.' },
        },
      ],
      outcome: { problem: 'OP has no result for UNKNOWN and CRITICAL.' },
      decidedBy: undefined,
    })
  })

  test('for a pair whose rows contradict each other, in either direction', () => {
    const contradictory = withRows([
      { a: 'OK', b: 'WARNING', x: 'OK' },
      { a: 'WARNING', b: 'OK', x: 'WARNING' },
      { a: 'OK', b: 'OK', x: 'OK' },
      { a: 'OK', b: 'OK', x: 'OK' },
    ])
    expect(contradictory('OP', ['OK', 'WARNING']).outcome.problem).toBe('OP has several results for OK and WARNING.')
    expect(contradictory('OP', ['OK', 'OK']).outcome.state).toBe('OK')
  })

  test('for a row whose result is no available state', () => {
    expect(withRows([{ a: 'OK', b: 'OK', x: 'FINE' }])('OP', ['OK', 'OK']).outcome.problem).toBe(
      'OP results in FINE for OK and OK, which is not an available state.',
    )
  })

  test('and with a row missing, the result is never another one', () => {
    const missing = anyRules.chain((rules) => fc.tuple(fc.constant(rules), fc.nat({ max: pairs.length - 1 })))
    fc.assert(
      fc.property(missing, someStates, ([rules, removed], chosen) => {
        const truth_table = (rules.operations[0]?.truth_table ?? []).toSpliced(removed, 1)
        const { outcome } = foldingBy({ ...rules, operations: [{ name: 'OP', truth_table }] })('OP', chosen)
        if (outcome.state !== undefined) expect(outcome).toEqual(foldingBy(rules)('OP', chosen).outcome)
      }),
    )
  })
})

describe('the usual truth tables', () => {
  const worstFirst = {
    AND: ['CRITICAL', 'DOWNTIME', 'MISSING', 'UNKNOWN', 'WARNING', 'OK'],
    OR: ['OK', 'WARNING', 'CRITICAL', 'UNKNOWN', 'DOWNTIME', 'MISSING'],
  }
  test.each(
    ['nordic_ops', 'alpine_ops', 'federation_ops'].flatMap((name) =>
      Object.entries(worstFirst).map(([operation, order]) => [name, operation, order] as const),
    ),
  )('%s: %s results in the state that comes first in one fixed order', (name, operation, order) => {
    const fold = foldingBy(named(name))
    expect(orderDependence(named(name), operation)).toBeUndefined()
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...order), { minLength: 1, maxLength: 40 }), (chosen) => {
        const { outcome, decidedBy = -1 } = fold(operation, chosen)
        expect(outcome).toEqual({ state: order.find((state) => chosen.includes(state)) })
        expect(chosen[decidedBy]).toBe(outcome.state)
      }),
    )
  })

  test('can depend on the order, if a downtime is to be ignored', () => {
    expect(orderDependence(named('nordic_ops_lenient'), 'AND')).toEqual({
      states: ['OK', 'UNKNOWN', 'DOWNTIME'],
      fromLeft: 'DOWNTIME',
      fromRight: 'OK',
    })
    expect(orderDependence(named('nordic_ops_lenient'), 'OR')).toBeUndefined()
  })
})
