import { Button } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { usePathParameters } from '#lib/path-parameters.ts'
import { paths } from '#lib/paths.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { CheckChooser } from './CheckChooser.tsx'
import { EffectiveCheckView } from './EffectiveCheckView.tsx'

/** The effective check of any metric for a host. */
export function EffectiveResultPage() {
  const [query, setQuery] = useSearchParams()
  const [metric, host] = [query.get('metric') ?? '', query.get('host') ?? '']
  return (
    <PageFrame
      title="Effective check"
      actions={
        <Button component={Link} to={paths.metricOverrides.list} variant="default">
          All overrides
        </Button>
      }
    >
      <p>What a monitoring box runs for a metric on a host, and the source of each part.</p>
      <CheckChooser key={`${metric} ${host}`} metric={metric} host={host} onChoose={(choice) => setQuery(choice)} />
      <EffectiveCheckView metric={metric} host={host} />
    </PageFrame>
  )
}

/** The effective check of one metric. */
export function MetricPreviewPage() {
  const { name = '' } = usePathParameters()
  const [query, setQuery] = useSearchParams()
  const host = query.get('host') ?? ''
  return (
    <PageFrame
      title="Effective check"
      object={name}
      actions={
        <Button component={Link} to={paths.metrics.details(name)} variant="default">
          Metric details
        </Button>
      }
    >
      <CheckChooser key={host} host={host} onChoose={({ host }) => setQuery(host === '' ? {} : { host })} />
      <EffectiveCheckView metric={name} host={host} />
    </PageFrame>
  )
}
