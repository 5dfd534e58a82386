import { browser } from './areas/browser.ts'
import { features } from './areas/features.ts'
import { history } from './areas/history.ts'
import { rights } from './areas/rights.ts'
import { rules } from './areas/rules.ts'
import { sessions } from './areas/sessions.ts'
import { twoStores } from './areas/two-stores.ts'
import type { Fault } from './fault.ts'

/** One fault or more for every guarantee of the product, and faults that it had. */
export const faults: readonly Fault[] = [
  ...rights,
  ...sessions,
  ...twoStores,
  ...history,
  ...features,
  ...rules,
  ...browser,
]
