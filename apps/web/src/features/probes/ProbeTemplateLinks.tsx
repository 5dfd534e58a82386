import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import type { View } from '#kit/api/queries.ts'
import details from '#kit/page/details.module.css'
import { paths } from '#lib/paths.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'

interface Props {
  readonly probe: string
  readonly names: readonly string[]
  readonly view: View
}

const maxShown = 24

/** Metric templates by name, each with a link to its page. */
export function ProbeTemplateLinks({ probe, names, view }: Props) {
  const { template } = usePlaces(view)
  const [isWhole, showFullPage] = useState(false)
  const visibleNames = isWhole ? names : names.slice(0, maxShown)
  return (
    <ul className={details.names}>
      {visibleNames.map((name) => (
        <li key={name} className="mono">
          <Link to={template(probe, name)}>{name}</Link>
        </li>
      ))}
      {visibleNames.length < names.length && (
        <li>
          <Button size="compact-xs" variant="subtle" onClick={() => showFullPage(true)}>
            Show all {names.length.toLocaleString('en')}
          </Button>
        </li>
      )}
    </ul>
  )
}

interface Places {
  readonly probes: ResourcePaths
  /** The page of a metric template of a probe. */
  readonly template: (probe: string, template: string) => string
}

/** The targets of links of probes: public pages link to public pages, in a tenant below the probe. */
export function usePlaces(view: View): Places {
  const { caller } = useConsoleContext()
  if (view === 'public') {
    return { probes: paths.publicProbes, template: (_, name) => paths.publicMetricTemplates.details(name) }
  }
  return {
    probes: paths.probes,
    template: caller.deployment === 'super' ? (_, name) => paths.metricTemplates.details(name) : paths.templateOfProbe,
  }
}
