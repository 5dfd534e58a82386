import { Button, NativeSelect } from '@mantine/core'
import { evaluate, type ServiceStatus } from '@quatrain/contract/operations/evaluate.ts'
import { foldingBy } from '@quatrain/contract/operations/fold.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { operationsProfiles } from '#features/operations-profiles/operations-profiles.queries.ts'
import type { View } from '#kit/api/resource-queries.ts'
import { LoadFailure } from '#kit/page/LoadFailure.tsx'
import { OrderNotice } from '#kit/page/OrderNotice.tsx'
import { OutcomeMark } from '#kit/page/OutcomeMark.tsx'
import { StaleNotice } from '#kit/page/StaleNotice.tsx'
import { type AggregatedProfile, resultOf } from './formula.ts'
import { ProfileTree } from './ProfileTree.tsx'
import { decisionOf, SimulatedGroup, type Statuses } from './SimulatedGroup.tsx'
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
      <ProfileTree {...{ result, groups, evaluation }} operation={profile_operation} />
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
