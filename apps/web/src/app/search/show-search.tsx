import { Suspense } from 'react'
import { lazyPart } from '#lib/lazy-part.ts'
import { dialogs, openDialogs } from '#ui/dialogs.ts'

const SearchDialog = lazyPart(
  () => import('./SearchDialog.tsx'),
  ({ SearchDialog }) => SearchDialog,
)

/** Asks where to go; does nothing while another question is open. */
export function showSearch(): void {
  if (openDialogs.get().length > 0) return
  void dialogs.open((close) => (
    <Suspense>
      <SearchDialog onDismiss={() => close()} />
    </Suspense>
  ))
}
