import { TextInput } from '@mantine/core'

interface Props {
  readonly label: string
  /** By default the word Search, under the heading of a column. */
  readonly placeholder?: string
  readonly className?: string
  readonly value: string
  readonly onSearch: (text: string) => void
}

/** A box to search the rows of a table. */
export const RowSearch = ({ label, placeholder = 'Search', onSearch, ...props }: Props) => (
  <TextInput
    {...props}
    size="xs"
    type="search"
    placeholder={placeholder}
    aria-label={label}
    onChange={(event) => onSearch(event.currentTarget.value)}
    // Within a form Enter would save.
    onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
  />
)
