import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Icon } from '#ui/Icon.tsx'
import { showSearch } from './show-search.tsx'

/** Opens the search for all named objects; also `Ctrl+K`. */
export function SearchButton() {
  useHotkeys([['mod+K', showSearch]], [])
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label="Search"
      aria-keyshortcuts="Control+K"
      title="Search (Ctrl+K)"
      onClick={showSearch}
    >
      <Icon name="search" />
    </ActionIcon>
  )
}
