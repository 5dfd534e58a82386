import { Button } from '@mantine/core'
import { linkHours, sendPasswordLink } from '@quatrain/contract/accounts/password-links.ts'
import type { User } from '@quatrain/contract/resources/user.ts'
import { call } from '#kit/api/call.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { useWriting } from '#kit/write/use-writing.ts'
import { tell } from '#ui/messages.ts'

/** Sends another user a link to set a password, if the console sends mails. */
export function SendLinkButton({ user: { username, email, is_active } }: { readonly user: User }) {
  const { user, options } = useConsoleContext()
  const { run, isBusy } = useWriting({
    question: () => ({
      title: 'Send password link',
      question: `Are you sure you want to send ${username} a link to set a new password?`,
      details: (
        <p>
          The mail goes to {email}. The link can be used once, within {linkHours} hours, and replaces a former one. The
          present password stays valid until then.
        </p>
      ),
      confirm: 'Send password link',
      keep: 'Do not send',
    }),
    mutationFn: () => call(sendPasswordLink, { body: { username } }),
    onSuccess: ({ detail }) => tell.success({ title: 'Sent', lines: [detail] }),
    doing: 'sending password link',
  })
  if (!options.sends_password_links || user?.username === username) return null
  const obstacle = !is_active ? 'The user is not active' : email === '' ? 'The user has no email address' : undefined
  return (
    <Button variant="default" loading={isBusy} disabled={obstacle !== undefined} title={obstacle} onClick={() => run()}>
      Send password link
    </Button>
  )
}
