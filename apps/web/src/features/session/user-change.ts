import { z } from 'zod'
import { keepOpenDrafts } from '#kit/form/drafts.ts'
import { reloadPage } from '#lib/reload-page.ts'
import { windowMemory } from '#lib/storage.ts'
import { tell } from '#ui/messages.ts'

const name = 'former-user'

/**
 * Somebody else has signed in in another window of this browser. The page is loaded again: it then shows who is signed
 * in, and nothing of the former person is left in its memory. What they typed stays, as a draft of theirs.
 */
export function leaveToOtherUser(former: string): void {
  keepOpenDrafts()
  windowMemory.store(name, former)
  reloadPage()
}

/** Says after that why the page shows somebody else. */
export function tellUserChange(username: string): void {
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
