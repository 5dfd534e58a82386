import { z } from 'zod'
import { keepOpenDrafts } from '#kit/form/drafts.ts'
import { reloadPage } from '#lib/reload-page.ts'
import { windowMemory } from '#lib/storage.ts'
import { tell } from '#ui/messages.ts'

const name = 'former-user'

/**
 * Another user has logged in in another window of this browser. The page is reloaded for that user, so that no data of
 * the former one is left in memory. Unsaved input is kept as a draft of the former user.
 */
export function leaveToOtherUser(former: string): void {
  keepOpenDrafts()
  windowMemory.store(name, former)
  reloadPage()
}

/** Explains afterwards why the page shows another user. */
export function announceUserChange(username: string): void {
  const former = windowMemory.read(name, z.string())
  windowMemory.forget(name)
  if (former === undefined || former === username) return
  tell.warning({
    title: `You are logged in as ${username}`,
    lines: [
      `Somebody logged in as ${username} in another window of this browser.`,
      `What ${former} typed and did not save is kept as a draft of ${former}.`,
    ],
  })
}
