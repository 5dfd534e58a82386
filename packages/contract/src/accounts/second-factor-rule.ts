import { z } from 'zod'
import { internalApi } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { type AnswerOf, defineEndpoint, defineRead, kilobyte } from '../kit/endpoint.ts'

// The users who need a second factor to log in with a password. Identity providers have their own rules.

export const requiredOf = ['nobody', 'superusers', 'everybody'] as const

const usersWithout = z.object({ count: z.int(), first: z.array(z.string()) })

const rule = z.object({
  required_of: z.enum(requiredOf),
  /** Active users with a password and without a second factor: they would have to set one up at their next login. */
  without: z.object({ superusers: usersWithout, others: usersWithout }),
})

export const readSecondFactorRule = defineRead({
  path: `${internalApi}/secondfactorrule`,
  summary: 'Who needs a second factor, and who has none',
  deployments: everywhere,
  caller: 'superuser',
  answer: rule,
})

export type SecondFactorRule = AnswerOf<typeof readSecondFactorRule>

export const changeSecondFactorRule = defineEndpoint({
  method: 'PUT',
  precondition: 'version',
  reauthentication: 'recent',
  path: `${internalApi}/secondfactorrule`,
  summary: 'Require a second factor of nobody, of superusers or of everybody, from their next login',
  deployments: everywhere,
  caller: 'superuser',
  bodyLimit: 4 * kilobyte,
  body: z.strictObject({ required_of: z.enum(requiredOf) }),
  answer: rule,
})
