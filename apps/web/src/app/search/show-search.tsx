import { lazy, Suspense } from 'react'
import { dialogs, openDialogs } from '#ui/dialogs.ts'

const SearchDialog = lazy(async () => ({ default: (await import('./SearchDialog.tsx')).SearchDialog }))

/** Asks where to go; does nothing while another question is open. */
export function showSearch(): void {
  if (openDialogs.get().length > 0) return
  void dialogs.open((close) => (
    <Suspense>
      <SearchDialog onDismiss={() => close()} />
    </Suspense>
  ))
}
