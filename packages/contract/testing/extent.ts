import { test } from 'vitest'

/**
 * Whether all combinations are tested, as `npm run test:full` does. `npm test` takes one case of each kind of fault:
 * `docs/testing.md` says what that leaves out.
 */
export const isFullRun = process.env.QUATRAIN_TEST_FULL === 'on'

/** `test` of a case whose kind of fault another case finds too: run in `npm run test:full` only. */
export const onlyInFullRun = test.runIf(isFullRun)

/**
 * All cases in a full run, else the first of each kind. `kindOf` names the kind of a case: cases of one kind fail for the
 * same reasons.
 */
export function oneOfEachKind<Case>(cases: readonly Case[], kindOf: (item: Case) => unknown): readonly Case[] {
  if (isFullRun) return cases
  const kinds = new Set<unknown>()
  return cases.filter((item) => {
    const kind = kindOf(item)
    return !kinds.has(kind) && kinds.add(kind)
  })
}

/**
 * The values with which a case is combined: all in a full run, else one, another for each next index. So each value is
 * combined with some case although not with all.
 */
export const oneInTurn = <Value>(values: readonly Value[], index: number): readonly Value[] =>
  isFullRun ? values : values.slice(index % values.length, (index % values.length) + 1)
