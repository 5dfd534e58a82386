import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useController, useFormContext } from 'react-hook-form'
import { useIsReadOnly, useProblem } from '#kit/fields/fields-state.ts'
import { ValueText } from '#ui/ValueText.tsx'
import type { CandidateValues } from './probe-candidate-form.ts'
import { statusNames } from './probe-candidates.queries.ts'

/** The fields that another status requires, or no longer requires. */
const following = ['service_type', 'devel_url', 'production_url', 'rejection_reason'] as const

/**
 * The status of the candidate. A change validates fields with errors again, because the status may have caused them.
 */
export function StatusField() {
  const { field } = useController<CandidateValues, 'status'>({ name: 'status' })
  const { trigger, getFieldState } = useFormContext<CandidateValues>()
  const { data: statuses = [] } = useQuery(statusNames)
  const problem = useProblem('status')
  if (useIsReadOnly()) return <ValueText label="Status" value={field.value} />
  return (
    <NativeSelect
      {...field}
      label="Status"
      error={problem}
      data={statuses.includes(field.value) ? statuses : [field.value, ...statuses]}
      onChange={(event) => {
        field.onChange(event)
        void trigger(following.filter((name) => getFieldState(name).invalid))
      }}
    />
  )
}
