import { TagsInput } from '@mantine/core'
import { useController } from 'react-hook-form'
import { useIsReadOnly, useProblem } from '#kit/fields/fields.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Mark } from '#ui/Mark.tsx'
import { ValueText } from '#ui/ValueText.tsx'
import classes from './reports.module.css'

interface Props {
  readonly name: string
  readonly label: string
  /** The label is the heading of the column, and only read to those who do not see it. */
  readonly isInRow?: true
  readonly description?: string | undefined
  readonly placeholder: string
  readonly suggestions: readonly string[]
  /** The values that match nothing in the topology. */
  readonly unmatched: readonly string[]
  /** Called after the values have changed. */
  readonly onChanged?: () => void
  /** Told what is typed while suggestions are shown, and undefined when they are not. */
  readonly onSearch?: (typed: string | undefined) => void
}

/** Values of the topology, and patterns of them. */
export function ValuesField(props: Props) {
  return useIsReadOnly() ? <Values {...props} /> : <ValuesEdit {...props} />
}

function ValuesEdit({
  name,
  label,
  isInRow,
  description,
  placeholder,
  suggestions,
  unmatched,
  onChanged,
  onSearch,
}: Props) {
  const { field } = useController<Record<string, string[]>>({ name })
  const unmatchedValues = new Set(unmatched)
  return (
    <TagsInput
      classNames={{ inputField: classes.typed ?? '' }}
      {...(isInRow ? { 'aria-label': label, size: 'xs' } : { label })}
      description={description}
      error={useProblem(name)}
      placeholder={field.value.length === 0 ? placeholder : undefined}
      data={[...suggestions]}
      limit={60}
      maxDropdownHeight={260}
      acceptValueOnBlur
      isDuplicate={(value, values) => values.includes(value.trim())}
      onDropdownOpen={() => onSearch?.('')}
      onDropdownClose={() => onSearch?.(undefined)}
      onSearchChange={(typed) => onSearch?.(typed)}
      value={field.value}
      onChange={(values) => {
        field.onChange(values)
        onChanged?.()
      }}
      onBlur={field.onBlur}
      ref={field.ref}
      renderPill={({ value = '', onRemove }) => (
        <span className={classes.value}>
          <Mark tone={unmatchedValues.has(value) ? 'warn' : 'plain'}>
            {unmatchedValues.has(value) ? `${value} (no match)` : value}
          </Mark>
          <button type="button" aria-label={`Remove ${value}`} onClick={() => onRemove?.()}>
            <Icon name="close" size={13} />
          </button>
        </span>
      )}
    />
  )
}

function Values({ name, label }: Props) {
  const { field } = useController<Record<string, string[]>>({ name })
  return <ValueText label={label} value={field.value.join(', ')} isMono />
}
