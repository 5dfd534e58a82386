import { Button } from '@mantine/core'
import type { StoreDifference } from '@quatrain/contract/console/differences.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Kind } from '#lib/kinds.ts'
import { Mark } from '#ui/Mark.tsx'
import { DifferenceActions } from './DifferenceActions.tsx'
import { DifferenceDetails } from './DifferenceDetails.tsx'
import classes from './Differences.module.css'

interface Props {
  readonly kind: Kind
  readonly difference: StoreDifference
}

const places = { console: 'Only in the console', 'web-api': 'Only in the Web API', both: 'Different' } as const

/** One object that differs: where it is, its contents on demand, and what can be done. */
export function DifferenceItem({ kind, difference }: Props) {
  const { name, in: place } = difference
  const [isOpen, setOpen] = useState(false)
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <strong className={classes.name}>
          {place === 'web-api' ? name : <Link to={kind.paths.details(name)}>{name}</Link>}
        </strong>
        <Mark tone={place === 'both' ? 'warn' : 'plain'}>{places[place]}</Mark>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Hide' : 'Show'} contents of ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'Show'} contents
        </Button>
        <DifferenceActions kind={kind} difference={difference} />
      </div>
      {place === 'console' && (
        <p className={classes.hint}>
          If it is sent, the Web API assigns another id to it. What refers to the old id has to be sent again too.
        </p>
      )}
      {isOpen && <DifferenceDetails resource={kind.resource} difference={difference} />}
    </li>
  )
}
