import { TagsInput } from '@mantine/core'
import { useController } from 'react-hook-form'
import { Marks } from '#kit/page/Marks.tsx'
import { LabelledValue } from '#ui/ValueText.tsx'
import { useIsReadOnly, useProblem } from './fields.tsx'

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

const plain = () => 'plain' as const

interface Props {
  readonly label: string
  readonly words: readonly string[]
  /** What is shown if there are none. */
  readonly emptyText: string
}

/** A list of texts in a form that cannot be changed. */
export const ChosenWords = ({ label, words, emptyText }: Props) => (
  <LabelledValue label={label}>
    {words.length === 0 ? <em>{emptyText}</em> : <Marks words={words} toneOf={plain} />}
  </LabelledValue>
)
