import { TextInput } from '@mantine/core'

interface Props {
  /** The plural of the searched rows. */
  readonly label: string
  readonly value: string
  readonly onSearch: (text: string) => void
}

/** A box under a heading, to search the rows by this column. */
export const RowSearch = ({ label, value, onSearch }: Props) => (
  <TextInput
    size="xs"
    type="search"
    placeholder="Search"
    aria-label={`Search ${label}`}
    value={value}
    onChange={(event) => onSearch(event.currentTarget.value)}
    // Within a form Enter would save.
    onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
  />
)
