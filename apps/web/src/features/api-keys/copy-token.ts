import { tell } from '#ui/messages.ts'

/** Puts a token on the clipboard and says so, or why it could not be done. */
export async function copyToken(token: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(token)
    tell.success({ title: 'Copied', lines: ['API token copied to clipboard'] })
  } catch {
    // The browser gives out the clipboard only over HTTPS and on the machine itself, and when it is allowed to.
    const lines = ['The browser did not give out the clipboard.', 'Reveal the token and copy it by hand.']
    tell.error({ title: 'Not copied', lines })
  }
}
