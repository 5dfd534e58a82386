import { Button, UnstyledButton } from '@mantine/core'
import { evaluate, type ServiceStatus, serviceStatuses } from '@quatrain/contract/operations/evaluate.ts'
import { type Fold, foldingBy } from '@quatrain/contract/operations/fold.ts'
import { useQuery } from '@tanstack/react-query'
import { memo, useCallback, useId, useMemo, useState } from 'react'
import { operationsProfiles } from '#features/operations-profiles/operations-profiles.queries.ts'
import type { View } from '#kit/api/queries.ts'
import { FoldSteps, OrderNotice, OutcomeMark } from '#kit/page/FoldSteps.tsx'
import { LoadFailure } from '#kit/page/page-states.tsx'
import { StaleNotice } from '#kit/page/StaleNotice.tsx'
import { counted } from '#lib/words.ts'
import { Icon } from '#ui/Icon.tsx'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { type AggregatedGroup, type AggregatedProfile, resultOf } from './formula.ts'
import { ProfileTree } from './ProfileTree.tsx'
import classes from './simulator.module.css'

/** The maximum number of groups that are shown at first, and of services that are shown open. */
const [maxGroups, maxOpenServices] = [50, 60]

interface Props extends AggregatedProfile {
  readonly view: View
}

/** The results of an aggregation profile for chosen statuses of its services. */
export function Simulator({ endpoint_group, profile_operation, groups, view }: Props) {
  const { data, error, isFetching, refetch } = useQuery(operationsProfiles(view))
  const [chosenStatus, choose] = useState('')
  const rules = data?.profiles.find(({ name }) => name === chosenStatus) ?? data?.profiles[0]
  const [statuses, setStatuses] = useState<Statuses>(allOk)
  const [isWhole, showWhole] = useState(false)
  const [isLarge] = useState(() => groups.reduce((sum, { services }) => sum + services.length, 0) > maxOpenServices)
  /** The groups that were opened or closed, by their positions. */
  const [toggled, toggle] = useState<ReadonlySet<number>>(noIndexes)
  const fold = useMemo(() => rules && foldingBy(rules), [rules])
  const evaluation = useMemo(
    () => rules && fold && evaluate({ profile_operation, groups }, (name) => statuses.get(name) ?? 'OK', fold, rules),
    [rules, fold, profile_operation, groups, statuses],
  )
  const onStatus = useCallback(
    (service: string, status: ServiceStatus) => setStatuses((before) => new Map(before).set(service, status)),
    [],
  )
  const onToggle = useCallback(
    (position: number) =>
      toggle(
        (before) => new Set(before.has(position) ? [...before].filter((at) => at !== position) : [...before, position]),
      ),
    [],
  )
  const result = resultOf(endpoint_group)
  const visibleGroups = isWhole ? groups : groups.slice(0, maxGroups)
  const usedOperations = [...new Set([profile_operation, ...groups.map(({ operation }) => operation)])]
  return (
    <>
      <ProfileTree result={result} groups={groups} evaluation={evaluation} operation={profile_operation} />
      <StaleNotice subject="The operations profiles" stale={data?.stale} retry={refetch} isBusy={isFetching} />
      {error && <LoadFailure subject="The operations profiles" error={error} retry={refetch} isBusy={isFetching} />}
      {data && !rules && <p>There is no operations profile, so no result can be computed.</p>}
      <div className={classes.controls}>
        {rules && data && (
          <NativeSelect
            label="Operations profile"
            value={rules.name}
            data={data.profiles.map(({ name }) => name)}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        )}
        <Button variant="default" disabled={statuses.size === 0} onClick={() => setStatuses(allOk)}>
          Set all services to OK
        </Button>
      </div>
      {rules &&
        usedOperations.map((operation) => <OrderNotice key={operation} profile={rules} operation={operation} />)}
      {evaluation && (
        <p role="status" className={classes.whole}>
          <strong>{result}</strong> <OutcomeMark outcome={evaluation.whole.outcome} />{' '}
          {decisionOf(
            evaluation.whole,
            groups.map(({ name }) => name),
          )}
        </p>
      )}
      <ul className={classes.groups} aria-label="Groups and the status of their services">
        {visibleGroups.map((group, index) => (
          <SimulatedGroup
            // biome-ignore lint/suspicious/noArrayIndexKey: in a form, names can repeat or be missing
            key={`${index} ${group.name}`}
            group={group}
            fold={evaluation?.groups[index]}
            statuses={statuses}
            isOpen={toggled.has(index) === isLarge}
            position={index}
            onToggle={onToggle}
            onStatus={onStatus}
          />
        ))}
      </ul>
      {visibleGroups.length < groups.length && (
        <Button variant="subtle" onClick={() => showWhole(true)}>
          Show all {groups.length.toLocaleString('en')} groups
        </Button>
      )}
    </>
  )
}

const allOk: Statuses = new Map()
const noIndexes: ReadonlySet<number> = new Set()

interface SimulatedGroupProps extends ShownGroup {
  readonly position: number
  readonly onToggle: (position: number) => void
  readonly onStatus: (service: string, status: ServiceStatus) => void
}

/** A group with the status of each of its services, and its result. */
function Group({ group, fold, statuses, isOpen, position, onToggle, onStatus }: SimulatedGroupProps) {
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

interface SelectProps extends Pick<SimulatedGroupProps, 'onStatus'> {
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
const SimulatedGroup = memo(Group, showsSame)

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
function decisionOf({ steps, decidedBy }: Fold, names: readonly string[]): string {
  const name = decidedBy === undefined || steps.length === 0 ? undefined : names[decidedBy]
  return name === undefined ? '' : `decided by ${name}`
}
