import { MultiSelect, TagsInput } from '@mantine/core'
import type { KeyKind } from '@quatrain/contract/resources/api-key.ts'
import { useController, useWatch } from 'react-hook-form'
import { useIsReadOnly, useProblem } from '#kit/fields/fields-state.ts'
import { MomentField } from '#kit/fields/MomentField.tsx'
import { FieldSection } from '#kit/form/FieldSection.tsx'
import { Marks } from '#kit/page/Marks.tsx'
import { LabelledValue } from '#ui/ValueText.tsx'
import { scopeLabel, scopeOptions } from './scopes.ts'

/** When, from where and for what the key can be used. The console does not receive keys for the Web API. */
export function LimitFields() {
  const usedBy = useWatch<{ used_by: KeyKind }, 'used_by'>({ name: 'used_by' })
  return (
    <FieldSection title="Limits">
      <MomentField
        name="expires"
        label="Expires (optional)"
        description="Afterwards the key is refused. It never expires if this is empty."
        without="never"
      />
      {usedBy !== 'webapi' && (
        <>
          <NetworksField />
          <ScopesField />
        </>
      )}
    </FieldSection>
  )
}

type Lists = Readonly<Record<'networks' | 'scopes', string[]>>
const plain = () => 'plain' as const

function NetworksField() {
  const { field } = useController<Lists, 'networks'>({ name: 'networks' })
  const problem = useProblem('networks')
  if (useIsReadOnly()) return <Words label="Address ranges" words={field.value} without="all addresses" />
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

function ScopesField() {
  const { field } = useController<Lists, 'scopes'>({ name: 'scopes' })
  const problem = useProblem('scopes')
  if (useIsReadOnly()) return <Words label="Scopes" words={field.value.map(scopeLabel)} without="everything" />
  return (
    <MultiSelect
      {...field}
      data={scopeOptions}
      label="Scopes (optional)"
      description="The key can be used for these only."
      placeholder={field.value.length === 0 ? 'Everything' : undefined}
      error={problem}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear scopes' }}
      hidePickedOptions
    />
  )
}

interface WordsProps {
  readonly label: string
  readonly words: readonly string[]
  readonly without: string
}

const Words = ({ label, words, without }: WordsProps) => (
  <LabelledValue label={label}>
    {words.length === 0 ? <em>{without}</em> : <Marks words={words} toneOf={plain} />}
  </LabelledValue>
)
