import { TextInput } from '@mantine/core'
import type { RowFilter } from './use-row-filter.ts'

interface Props<Field extends string> {
  readonly filter: Pick<RowFilter<unknown, Field>, 'wanted' | 'search'>
  readonly field: Field
  /** What is searched, in the plural. */
  readonly label: string
}

/** A box under a heading, to search the rows by this column. */
export const RowSearch = <Field extends string>({ filter: { wanted, search }, field, label }: Props<Field>) => (
  <TextInput
    size="xs"
    type="search"
    placeholder="Search"
    aria-label={`Search ${label}`}
    value={wanted[field]}
    onChange={(event) => search(field, event.currentTarget.value)}
    // Within a form Enter would save.
    onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
  />
)
