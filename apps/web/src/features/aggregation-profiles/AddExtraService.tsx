import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import classes from './aggregation.module.css'
import type { AggregationProfileValues } from './aggregation-profile-form.ts'
import { groupRows, withService } from './group-rows.ts'

/** Adds a service of the metric profile to a group that has a name. */
export function AddExtraService({ extra }: { readonly extra: readonly string[] }) {
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
