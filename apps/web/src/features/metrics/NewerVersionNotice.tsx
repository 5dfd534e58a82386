import { metrics } from '@quatrain/contract/resources/metric.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { paths } from '#lib/paths.ts'
import { Notice } from '#ui/Notice.tsx'
import { newerByMetric } from './metrics.queries.ts'

/** A notice that the package of a metric has a newer version, with a link to move to it. */
export function NewerVersionNotice({ metric }: { readonly metric: string }) {
  const { data } = useQuery(newerByMetric)
  const { user } = useConsoleContext()
  const newer = data?.get(metric)
  if (!newer) return null
  const key = `${newer.name}-${newer.newest}`
  return (
    <Notice kind="info">
      <p>
        The package of this {metrics.label.one} is there in a newer version:{' '}
        {user?.is_superuser ? (
          <Link className="mono" to={paths.updateMetrics(key)}>
            {key}
          </Link>
        ) : (
          <span className="mono">{key}</span>
        )}
      </p>
    </Notice>
  )
}
