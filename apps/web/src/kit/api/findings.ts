import { findingOverview, listFindings } from '@quatrain/contract/findings/finding.ts'
import { queryOf } from './queries.ts'

/** What is wrong: in everything, or in one object. */
export const findingsQuery = (object: { readonly kind?: string; readonly name?: string } = {}) =>
  queryOf(['findings', object], listFindings, { query: object })

export const findingOverviewQuery = queryOf(['findings', 'overview'], findingOverview, {})
