import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useIsReadOnly } from '#kit/fields/fields.tsx'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { Notice } from '#ui/Notice.tsx'
import classes from './aggregation.module.css'
import type { AggregationProfileValues } from './aggregation-profile-form.ts'
import { groupRows, serviceNamesOf, withService } from './group-rows.ts'
import { useProfileServices } from './use-profile-services.ts'

/** How the services of the groups differ from those of the metric profile. New profiles need not use all of them. */
export function OutOfSync({ isNew = false }: { readonly isNew?: boolean }) {
  const [groups, metricProfile] = useWatch<AggregationProfileValues, ['groups', 'metric_profile']>({
    name: ['groups', 'metric_profile'],
  })
  const services = useProfileServices(metricProfile)
  const isReadOnly = useIsReadOnly()
  const usedServices = useMemo(() => serviceNamesOf(groups), [groups])
  if (!services) return null
  const profileServices = new Set(services)
  const isMissing = [...usedServices].some((name) => !profileServices.has(name))
  const extra = isNew || usedServices.size === 0 ? [] : services.filter((name) => !usedServices.has(name))
  return (
    <>
      {isMissing && (
        <Notice kind="bad" role="alert" icon="info">
          <p>
            Some Service Flavours used in Aggregation profile are not presented in associated Metric profile meaning
            that two profiles are out of sync. Check below for Service Flavours in blue borders.
          </p>
        </Notice>
      )}
      {extra.length > 0 && (
        <Notice kind="bad" role="alert" icon="info">
          <p>
            There are some extra Service Flavours in associated metric profile which are not used in the aggregation
            profile, meaning that two profiles are out of sync:
          </p>
          <p className={`mono ${classes.names}`}>{extra.join(', ')}</p>
          {!isReadOnly && <AddExtraService extra={extra} />}
        </Notice>
      )}
    </>
  )
}

/** Adds a service of the metric profile to a group that has a name. */
function AddExtraService({ extra }: { readonly extra: readonly string[] }) {
  const { getValues, setValue } = useFormContext<AggregationProfileValues>()
  const groups = getValues('groups').filter((group) => group.name.trim() !== '')
  const [chosenService, chooseService] = useState('')
  const [chosenGroup, chooseGroup] = useState('')
  const service = extra.find((name) => name === chosenService) ?? extra[0]
  const group = groups.find(({ id }) => id === chosenGroup) ?? groups[0]
  if (service === undefined || group === undefined) return null
  const add = () =>
    setValue(
      'groups',
      getValues('groups').map((row) => (row.id === group.id ? withService(row, service) : row)),
      { shouldDirty: true, shouldTouch: true, shouldValidate: true },
    )
  return (
    <div className={classes.add}>
      <NativeSelect
        size="xs"
        aria-label="Service to add"
        value={service}
        data={[...extra]}
        onChange={(event) => chooseService(event.currentTarget.value)}
      />
      <span>to</span>
      <NativeSelect
        size="xs"
        aria-label="Group to add it to"
        value={group.id}
        data={groups.map((group) => ({ value: group.id, label: groupRows.nameOf(group) }))}
        onChange={(event) => chooseGroup(event.currentTarget.value)}
      />
      <Button size="compact-sm" variant="default" onClick={add}>
        Add service
      </Button>
    </div>
  )
}
