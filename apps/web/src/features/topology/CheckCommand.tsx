import type { CommandPart } from '@quatrain/contract/resources/effective-check.ts'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { ClampedText } from '#ui/ClampedText.tsx'
import classes from './topology.module.css'

interface Props {
  readonly mtype: 'Active' | 'Passive'
  /** Absent for users who may not see overrides. */
  readonly command: readonly CommandPart[] | undefined
  readonly metric: string
  /** The service of the host, as overrides name it. */
  readonly host: string
}

/** The command of a check. Values from the topology are marked; the linked page shows the origin of each part. */
export function CheckCommand({ mtype, command, metric, host }: Props) {
  if (mtype === 'Passive') return <span className={classes.name}>Passive: nothing is run</span>
  if (!command) return <span className={classes.name}>Visible to superusers</span>
  const fromTopology = command.filter(({ origin }) => origin.kind === 'topology')
  return (
    <>
      <code className={classes.command}>
        {command.map((part) => (
          <span key={`${part.kind} ${part.name}`} data-origin={part.origin.kind}>
            {textOf(part)}{' '}
          </span>
        ))}
      </code>
      {fromTopology.length > 0 && (
        <span className={classes.name}>
          From the topology: {fromTopology.map(({ origin }) => origin.name).join(', ')}.{' '}
        </span>
      )}
      <Link to={`${paths.metricPreview(metric)}?${new URLSearchParams({ host })}`}>Origin of each part</Link>
    </>
  )
}

function textOf({ option, value, origin }: CommandPart): string {
  const text = [option, value].filter(Boolean).join(' ')
  return origin.kind === 'box' ? `[${text}]` : text
}

/** Shows the command on one line, as a link to the origin of each part. */
export const CheckLine = ({ command, metric, host }: Omit<Props, 'mtype'>) =>
  command ? (
    <ClampedText text={command.map(textOf).join(' ')}>
      <Link to={`${paths.metricPreview(metric)}?${new URLSearchParams({ host })}`} className="mono">
        {command.map(textOf).join(' ')}
      </Link>
    </ClampedText>
  ) : null
