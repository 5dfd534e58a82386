import { catalogueRules } from './catalogue-rules.ts'
import { metricRules } from './metric-rules.ts'
import { overrideRules } from './override-rules.ts'
import { nameRules, peopleRules } from './people-rules.ts'
import { profileRules } from './profile-rules.ts'
import type { FindingRule } from './rule.ts'
import { thresholdsRules } from './thresholds-rules.ts'

/** Every rule, in the order of the documentation. */
export const findingRules: readonly FindingRule[] = [
  ...metricRules,
  ...profileRules,
  ...thresholdsRules,
  ...overrideRules,
  ...catalogueRules,
  ...peopleRules,
  ...nameRules,
]

/** The page of the documentation about a rule, and its heading there. */
export const pageOfRule = (id: string): string => `findings/${id.replace('/', '.md#')}`
