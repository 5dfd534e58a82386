import { lazyPart } from '#lib/load-part.ts'
import { dialogs, openDialogs } from '#ui/dialogs.tsx'

const ShortcutHelp = lazyPart(
  () => import('./ShortcutHelp.tsx'),
  ({ ShortcutHelp }) => ShortcutHelp,
)

/** Opens the list of keyboard shortcuts; does nothing while another dialog is open. */
export function showShortcuts(): void {
  if (openDialogs.get().length === 0) void dialogs.open((close) => <ShortcutHelp onDismiss={() => close()} />)
}
