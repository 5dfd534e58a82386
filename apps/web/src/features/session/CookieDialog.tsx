import { Dialog } from '#ui/dialogs.tsx'
import { CookiePolicies } from './CookiePolicies.tsx'

/** What this site stores in the browser, as a dialog. */
export function CookieDialog({ onDismiss }: { readonly onDismiss: () => void }) {
  return (
    <Dialog title="Cookie Policies" isWide onDismiss={onDismiss}>
      <CookiePolicies />
    </Dialog>
  )
}
