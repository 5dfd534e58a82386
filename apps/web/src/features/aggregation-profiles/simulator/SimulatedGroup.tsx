import { NativeSelect, UnstyledButton } from '@mantine/core'
import { type ServiceStatus, serviceStatuses } from '@quatrain/contract/operations/evaluate.ts'
import type { Fold } from '@quatrain/contract/operations/fold.ts'
import { memo, useId } from 'react'
import { FoldSteps } from '#kit/page/FoldSteps.tsx'
import { OutcomeMark } from '#kit/page/OutcomeMark.tsx'
import { counted } from '#lib/words.ts'
import { Icon } from '#ui/Icon.tsx'
import type { AggregatedGroup } from './formula.ts'
import classes from './simulator.module.css'

interface Props extends ShownGroup {
  readonly position: number
  readonly onToggle: (position: number) => void
  readonly onStatus: (service: string, status: ServiceStatus) => void
}

/** A group with the status of each of its services, and its result. */
function Group({ group, fold, statuses, isOpen, position, onToggle, onStatus }: Props) {
  const id = useId()
  const { name, operation, services } = group
  const names = services.map((service) => service.name)
  const decision = fold && decisionOf(fold, names)
  return (
    <li className={classes.group}>
      <div className={classes.head}>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onToggle(position)}
        >
          <Icon name="chevron" size={14} />
          <strong className="mono">{name || 'Group without a name'}</strong>
        </UnstyledButton>
        <span className={classes.note}>
          {operation || '?'} of {counted(services.length, 'service')}
        </span>
        {fold && <OutcomeMark outcome={fold.outcome} />}
        {decision && <span className={classes.note}>{decision}</span>}
      </div>
      {isOpen && (
        <div id={id} className={classes.services}>
          <ul>
            {names.map((service) => (
              <ServiceSelect
                key={service}
                service={service}
                status={statuses.get(service) ?? 'OK'}
                onStatus={onStatus}
              />
            ))}
          </ul>
          {fold && fold.steps.length > 0 && <FoldSteps fold={fold} operation={operation} names={names} />}
        </div>
      )}
    </li>
  )
}

interface SelectProps extends Pick<Props, 'onStatus'> {
  readonly service: string
  readonly status: ServiceStatus
}

/** A group can have many services, of which a change concerns one. */
const ServiceSelect = memo(({ service, status, onStatus }: SelectProps) => (
  <li>
    <NativeSelect
      size="xs"
      label={<span className="mono">{service}</span>}
      value={status}
      data={serviceStatuses}
      onChange={({ currentTarget: { value } }) => {
        const chosenStatus = serviceStatuses.find((status) => status === value)
        if (chosenStatus) onStatus(service, chosenStatus)
      }}
    />
  </li>
))

/** A change of one status draws only the groups that show it again. `onToggle` and `onStatus` are always the same. */
export const SimulatedGroup = memo(Group, showsSame)

export type Statuses = ReadonlyMap<string, ServiceStatus>

/** What a group shows. */
interface ShownGroup {
  readonly group: AggregatedGroup
  /** Undefined without an operations profile. */
  readonly fold: Fold | undefined
  readonly statuses: Statuses
  /** Whether it shows its services. */
  readonly isOpen: boolean
}

/**
 * Whether a group looks the same before and after a change of one status, so that it is not drawn again: a closed one shows
 * only its result, an open one also the statuses of its services, which determine the steps.
 */
export function showsSame(before: ShownGroup, after: ShownGroup): boolean {
  if (before.group !== after.group || before.isOpen !== after.isOpen) return false
  if (!isSameResult(before.fold, after.fold)) return false
  if (!after.isOpen || before.statuses === after.statuses) return true
  return after.group.services.every(({ name }) => before.statuses.get(name) === after.statuses.get(name))
}

const isSameResult = (a: Fold | undefined, b: Fold | undefined) =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.decidedBy === b.decidedBy &&
    a.outcome.state === b.outcome.state &&
    a.outcome.problem === b.outcome.problem)

/** What decided the result of a fold: `decided by storage`; empty if there is no result, or only one operand. */
export function decisionOf({ steps, decidedBy }: Fold, names: readonly string[]): string {
  const name = decidedBy === undefined || steps.length === 0 ? undefined : names[decidedBy]
  return name === undefined ? '' : `decided by ${name}`
}
