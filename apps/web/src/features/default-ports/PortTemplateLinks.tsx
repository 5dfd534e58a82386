import { Fragment } from 'react'
import { Link } from 'react-router'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { paths } from '#lib/paths.ts'
import { ClampedText } from '#ui/ClampedText.tsx'
import { NoValue } from '#ui/ValueText.tsx'

/** The metric templates with an attribute that has the name of a port, on one line. */
export function PortTemplateLinks({ names }: { readonly names: readonly string[] }) {
  const { user, visitor } = useConsoleContext()
  if (names.length === 0) return <NoValue />
  const isPublic = user === undefined || visitor.deployment === 'tenant'
  const { details } = isPublic ? paths.publicMetricTemplates : paths.metricTemplates
  return (
    <ClampedText text={names.join(', ')}>
      <span className="mono">
        {names.map((name, index) => (
          <Fragment key={name}>
            {index > 0 && ', '}
            <Link to={details(name)}>{name}</Link>
          </Fragment>
        ))}
      </span>
    </ClampedText>
  )
}
