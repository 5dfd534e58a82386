import { NativeSelect, UnstyledButton } from '@mantine/core'
import { type ServiceStatus, serviceStatuses } from '@quatrain/contract/operations/evaluate.ts'
import { memo, useId } from 'react'
import { FoldSteps } from '#kit/page/FoldSteps.tsx'
import { OutcomeMark } from '#kit/page/OutcomeMark.tsx'
import { counted } from '#lib/words.ts'
import { Icon } from '#ui/Icon.tsx'
import { decisionOf } from './decision.ts'
import { type ShownGroup, showsSame } from './shows-same.ts'
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
