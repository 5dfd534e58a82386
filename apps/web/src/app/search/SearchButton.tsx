import { useHotkeys } from '@mantine/hooks'
import { lazyPart } from '#lib/load-part.ts'
import { dialogs, openDialogs } from '#ui/dialogs.tsx'
import { Icon } from '#ui/Icon.tsx'
import classes from './SearchButton.module.css'

const SearchDialog = lazyPart(
  () => import('./SearchDialog.tsx'),
  ({ SearchDialog }) => SearchDialog,
)

/** Opens the search; does nothing while another dialog is open. */
function showSearch(): void {
  if (openDialogs.get().length === 0) void dialogs.open((close) => <SearchDialog onDismiss={() => close()} />)
}

/** Opens the search for all named objects; also `Ctrl+K`. It looks like the box that it opens; on narrow screens it is an icon. */
export function SearchButton() {
  useHotkeys([['mod+K', showSearch]], [])
  return (
    <button type="button" className={classes.box} aria-keyshortcuts="Control+K" onClick={showSearch}>
      <Icon name="search" size={16} />
      <span className={classes.word}>Search</span>
      <span className={classes.key} aria-hidden="true">
        Ctrl K
      </span>
    </button>
  )
}
