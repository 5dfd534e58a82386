import { catalogueRules } from './catalogue-rules.ts'
import { limitRules } from './limit-rules.ts'
import { metricRules } from './metric-rules.ts'
import { nameRules, peopleRules } from './people-rules.ts'
import { profileRules } from './profile-rules.ts'
import type { FindingRule } from './rule.ts'

/** Every rule, in the order of the documentation. */
export const findingRules: readonly FindingRule[] = [
  ...metricRules,
  ...profileRules,
  ...limitRules,
  ...catalogueRules,
  ...peopleRules,
  ...nameRules,
]

/** The page of the documentation about a rule, and its heading there. */
export const pageOfRule = (id: string): string => `findings/${id.replace('/', '.md#')}`
