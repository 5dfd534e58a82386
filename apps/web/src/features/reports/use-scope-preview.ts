import { reports } from '@quatrain/contract/resources/report.ts'
import { previewReportScope } from '@quatrain/contract/resources/report-scope.ts'
import { useWatch } from 'react-hook-form'
import { call } from '#kit/api/call.ts'
import { resourceQueries, useDebouncedQuery } from '#kit/api/queries.ts'
import { type ReportValues, scopeOf } from './report-values.ts'

const queryKey = [...resourceQueries(reports).all, 'scope']

/**
 * What the report of the form covers, compared with the stored report of this name; `search` selects the sample. Nothing is
 * asked while it is not `enabled`.
 */
export function useScopePreview(name: string | undefined, search = '', enabled = true) {
  const [topology_type, group, endpoint, stored] = useWatch<
    ReportValues,
    ['topology_type', 'group', 'endpoint', 'stored']
  >({ name: ['topology_type', 'group', 'endpoint', 'stored'] })
  // Every change of the form makes new objects; as a text, what is asked stays the same if the filters do.
  const body = JSON.stringify({ ...scopeOf({ topology_type, group, endpoint, stored }), name, search })
  const read = (body: string, signal: AbortSignal) => call(previewReportScope, { body: JSON.parse(body) }, { signal })
  return useDebouncedQuery(queryKey, enabled ? body : undefined, read)
}
