import { Dialog } from '#ui/Dialog.tsx'
import { CookiePolicies } from './CookiePolicies.tsx'

/** What this site keeps in the browser, over the page that asks. */
export function CookieDialog({ onDismiss }: { readonly onDismiss: () => void }) {
  return (
    <Dialog title="Cookie Policies" isWide onDismiss={onDismiss}>
      <CookiePolicies />
    </Dialog>
  )
}
