import { NativeSelect, UnstyledButton } from '@mantine/core'
import { type ServiceStatus, serviceStatuses } from '@quatrain/contract/operations/evaluate.ts'
import type { Fold } from '@quatrain/contract/operations/fold.ts'
import { memo, useId, useState } from 'react'
import { FoldSteps } from '#kit/page/FoldSteps.tsx'
import { OutcomeMark } from '#kit/page/OutcomeMark.tsx'
import { counted } from '#lib/words.ts'
import { Icon } from '#ui/Icon.tsx'
import { decisionOf } from './decision.ts'
import type { AggregatedGroup } from './formula.ts'
import classes from './simulator.module.css'

export type Statuses = ReadonlyMap<string, ServiceStatus>

interface Props {
  readonly group: AggregatedGroup
  /** Undefined without an operations profile. */
  readonly fold: Fold | undefined
  readonly statuses: Statuses
  readonly isOpenAtFirst: boolean
  readonly onStatus: (service: string, status: ServiceStatus) => void
}

/** A group with the status of each of its services, and its result. */
function Group({ group, fold, statuses, isOpenAtFirst, onStatus }: Props) {
  const id = useId()
  const [isOpen, open] = useState(isOpenAtFirst)
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
          onClick={() => open(!isOpen)}
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
        const chosen = serviceStatuses.find((status) => status === value)
        if (chosen) onStatus(service, chosen)
      }}
    />
  </li>
))

const isSameFold = (a: Fold | undefined, b: Fold | undefined) =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.decidedBy === b.decidedBy &&
    a.outcome.state === b.outcome.state &&
    a.outcome.problem === b.outcome.problem)

/** A change of one status draws only the groups with this service again. */
export const SimulatedGroup = memo(
  Group,
  (before, after) =>
    before.group === after.group &&
    before.onStatus === after.onStatus &&
    isSameFold(before.fold, after.fold) &&
    before.group.services.every(({ name }) => before.statuses.get(name) === after.statuses.get(name)),
)
