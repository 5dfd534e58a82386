import { TagsInput } from '@mantine/core'
import { useController } from 'react-hook-form'
import { ChosenWords } from './ChosenWords.tsx'
import { useIsReadOnly, useProblem } from './fields-state.ts'

/** The ranges of addresses from which a key can be used. */
export function NetworksField() {
  const { field } = useController<{ readonly networks: string[] }, 'networks'>({ name: 'networks' })
  const problem = useProblem('networks')
  if (useIsReadOnly()) return <ChosenWords label="Address ranges" words={field.value} emptyText="all addresses" />
  return (
    <TagsInput
      {...field}
      label="Address ranges (optional)"
      description="The key works from these only: an address, or a range such as 192.0.2.0/24 or 2001:db8::/32."
      placeholder={field.value.length === 0 ? 'All addresses' : undefined}
      error={problem}
      acceptValueOnBlur
      clearable
      clearButtonProps={{ 'aria-label': 'Clear address ranges' }}
    />
  )
}
