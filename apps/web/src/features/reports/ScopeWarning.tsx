import type { WebApiScope } from '@quatrain/contract/web-api/topology.ts'
import { Notice } from '#ui/Notice.tsx'

/** A filter that selects nothing or everything is usually a mistake. */
export function ScopeWarning({ scope }: { readonly scope: WebApiScope }) {
  const warning = warningFor(scope)
  return warning && <Notice kind="warning">{warning}</Notice>
}

function warningFor({ groups, endpoints, filters }: WebApiScope): string | undefined {
  if (groups.covered === 0) return 'No group matches, so the report covers nothing.'
  if (endpoints.covered === 0) return 'The report covers no endpoint.'
  // The topology can have other types of endpoints, which a report without filters does not cover.
  const ofType = filters.find(({ kind, context }) => kind === 'endpoints' && context === '')
  const all = ofType?.matching ?? endpoints.total
  return endpoints.covered === all ? 'The report covers every endpoint of its topology type.' : undefined
}
