import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import { store } from '#lib/storage.ts'
import { tenantColour } from '#ui/tenant-colour.ts'

/** Removes the drawing of the frame, with which the page begins, as soon as the application shows something. */
export function replaceFirstFrame(root: HTMLElement): void {
  const observer = new MutationObserver(() => {
    observer.disconnect()
    document.getElementById('first')?.remove()
  })
  observer.observe(root, { childList: true })
}

/** Lets the next visit begin with the frame of this one: `before-paint.js` reads the entry. */
export const rememberFrame = (deployment: Deployment, name: string, isSuperuser: boolean): void =>
  void store('frame', { deployment, name, isSuperuser, colour: tenantColour(name) })
