import { Button } from '@mantine/core'
import { linkHours, sendPasswordLink } from '@quatrain/contract/accounts/password-links.ts'
import { resetSecondFactor } from '@quatrain/contract/accounts/second-factor.ts'
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

/** Resets the second factor of users who have lost their authenticator app and their recovery codes. */
export function ResetSecondFactorButton({ username }: { readonly username: string }) {
  const reset = useWriting({
    question: () => ({
      title: 'Reset second factor',
      question: 'Are you sure that this user may log in with the password alone? All sessions of the user end.',
      object: username,
      confirm: 'Reset second factor',
      keep: 'Keep it',
      isDestructive: true,
    }),
    mutationFn: () => call(resetSecondFactor, { params: { key: username } }),
    onSuccess({ had_factor }) {
      if (had_factor) tell.success({ title: 'Reset', lines: [`Second factor of ${username} reset`] })
      else tell.warning({ title: 'Nothing to reset', lines: [`${username} has no second factor`] })
    },
    doing: 'resetting the second factor',
  })
  return (
    <Button variant="default" loading={reset.isBusy} onClick={() => reset.run()}>
      Reset second factor
    </Button>
  )
}
