import { TagsInput } from '@mantine/core'
import { useController } from 'react-hook-form'
import { useProblem } from '#kit/fields/fields.tsx'
import { toneOfTag } from '#lib/tags.ts'
import { Icon } from '#ui/Icon.tsx'
import { Mark } from '#ui/Mark.tsx'
import type { Suggestion } from '#ui/suggestions.ts'
import classes from './TagsField.module.css'

interface Props {
  readonly name: string
  readonly label: string
  readonly description: string
  readonly suggestions: readonly Suggestion[]
}

/** Tags: known ones are suggested, others are added by typing them. */
export function TagsField({ name, label, description, suggestions }: Props) {
  const { field } = useController<Record<string, string[]>>({ name })
  const hints = new Map(suggestions.map(({ value, hint }) => [value, hint]))
  const isKnown = (tag: string) => field.value.includes(tag) || hints.has(tag)
  return (
    <TagsInput
      label={`${label} (optional)`}
      description={description}
      error={useProblem(name)}
      data={suggestions.map(({ value }) => value)}
      limit={60}
      maxDropdownHeight={260}
      acceptValueOnBlur
      isDuplicate={(tag, tags) => tags.includes(tag.trim())}
      value={field.value}
      onChange={(tags) => field.onChange(tags.flatMap((tag) => (isKnown(tag) ? [tag] : tagsIn(tag))))}
      onBlur={field.onBlur}
      ref={field.ref}
      classNames={{ input: classes.box ?? '' }}
      renderOption={({ option: { value } }) => (
        <span className={classes.option}>
          <span>{value}</span>
          <span className={classes.hint}>{hints.get(value)}</span>
        </span>
      )}
      renderPill={({ value = '', onRemove }) => (
        <span className={classes.tag}>
          <Mark tone={toneOfTag(value)}>{value}</Mark>
          <button type="button" aria-label={`Remove tag ${value}`} onClick={() => onRemove?.()}>
            <Icon name="close" size={13} />
          </button>
        </span>
      )}
    />
  )
}

/** Text that is entered without keys, for example by pasting, can contain several tags. */
const tagsIn = (text: string) =>
  text
    .split(/[,\t\n]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
