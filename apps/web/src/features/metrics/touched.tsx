import type { TouchedObject } from '@quatrain/contract/kit/dry-run.ts'
import { Link } from 'react-router'
import type { SideEffectWords } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'

const Profile = ({ object: { name } }: { readonly object: TouchedObject }) => (
  <Link to={paths.metricProfiles.details(name)} target="_blank">
    {name}
  </Link>
)

const verbs = { add: 'imported', change: 'changed', delete: 'deleted' }

/** What the writes of metrics touch beside them. */
export const touchedByMetrics: Readonly<Record<string, SideEffectWords>> = {
  metric: { one: 'metric', many: 'metrics', ...verbs },
  metricprofile: { one: 'metric profile', many: 'metric profiles', ...verbs, add: 'added', Name: Profile },
}
