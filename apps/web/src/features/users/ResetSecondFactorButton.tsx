import { Button } from '@mantine/core'
import { resetSecondFactor } from '@quatrain/contract/accounts/second-factor.ts'
import { call } from '#kit/api/call.ts'
import { useWriting } from '#kit/write/use-writing.ts'
import { tell } from '#ui/messages.ts'

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
