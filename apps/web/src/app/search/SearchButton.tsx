import { useHotkeys } from '@mantine/hooks'
import { Icon } from '#ui/Icon.tsx'
import classes from './SearchButton.module.css'
import { showSearch } from './show-search.tsx'

/** Opens the search for all named objects; also `Ctrl+K`. It looks like the box that it opens; on narrow screens it is an icon. */
export function SearchButton() {
  useHotkeys([['mod+K', showSearch]], [])
  return (
    <button
      type="button"
      className={classes.box}
      aria-keyshortcuts="Control+K"
      title="Search (Ctrl+K)"
      onClick={showSearch}
    >
      <Icon name="search" size={16} />
      <span className={classes.word}>Search</span>
      <span className={classes.key} aria-hidden="true">
        Ctrl K
      </span>
    </button>
  )
}
