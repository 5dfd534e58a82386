import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { View } from '#kit/api/resource-queries.ts'
import details from '#kit/page/details.module.css'
import { usePlaces } from './probe-places.ts'

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
