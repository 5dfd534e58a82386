import { Button, TextInput } from '@mantine/core'
import type { RowTableColumn } from '#kit/RowTable.tsx'
import classes from './instances.module.css'
import type { InstanceFilter } from './use-instance-filter.ts'

/** The columns of the table of pairs, with the boxes to search by. */
export function instanceColumns({ service, metric, search }: InstanceFilter, canEdit: boolean): RowTableColumn[] {
  const box = (part: 'service' | 'metric', label: string, value: string) => (
    <TextInput
      size="xs"
      type="search"
      placeholder="Search"
      aria-label={`Search ${label}`}
      value={value}
      onChange={(event) => search(part, event.currentTarget.value)}
      // Within a form Enter would save.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  )
  const pair: RowTableColumn[] = [
    { header: '#', width: '56px', align: 'end' },
    { header: 'Service flavour', filter: box('service', 'service flavours', service) },
    { header: 'Metric', filter: box('metric', 'metrics', metric) },
  ]
  return canEdit ? [...pair, { header: 'State', width: '158px' }, { header: 'Actions', width: '84px' }] : pair
}

interface Props {
  readonly shown: number
  readonly all: number
  readonly count: string
  readonly problem?: string | undefined
  readonly onClear: (() => void) | undefined
}

/** The heading of the pairs: how many there are, and how many of them are in sight. */
export function InstancesHead({ shown, all, count, problem, onClear }: Props) {
  return (
    <div className={classes.head}>
      <h2>Metric instances</h2>
      <span role="status">{onClear ? `${shown.toLocaleString('en')} of ${all.toLocaleString('en')} rows` : count}</span>
      {onClear && (
        <Button size="compact-sm" variant="subtle" onClick={onClear}>
          Clear search
        </Button>
      )}
      {problem !== undefined && <p className={classes.message}>{problem}</p>}
    </div>
  )
}
