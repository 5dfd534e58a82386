import { readSecondFactorRule } from '@quatrain/contract/accounts/second-factor-rule.ts'
import { queryOptions } from '@tanstack/react-query'
import { callWithVersion } from '#kit/api/call.ts'

/** The rule and its version, which a change must send. */
export const ruleQuery = queryOptions({
  queryKey: ['second-factor-rule'],
  queryFn: async ({ signal }) => {
    const { answer, etag } = await callWithVersion(readSecondFactorRule, {}, { signal })
    return { ...answer, etag }
  },
})
