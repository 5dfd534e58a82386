import { lazyPart } from '#lib/lazy-part.ts'
import { dialogs, openDialogs } from '#ui/dialogs.tsx'

const SearchDialog = lazyPart(
  () => import('./SearchDialog.tsx'),
  ({ SearchDialog }) => SearchDialog,
)

/** Opens the search; does nothing while another dialog is open. */
export function showSearch(): void {
  if (openDialogs.get().length === 0) void dialogs.open((close) => <SearchDialog onDismiss={() => close()} />)
}
