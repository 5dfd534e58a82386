import { Button } from '@mantine/core'
import { resetSecondFactor } from '@quatrain/contract/second-factor.ts'
import { call } from '#kit/api/call.ts'
import { showFailure } from '#kit/write/after-write.ts'
import { useWriting } from '#kit/write/use-writing.ts'
import { dialogs } from '#ui/dialogs.ts'
import { tell } from '#ui/messages.ts'

/** For users who have lost their authenticator app and their recovery codes. */
export function ResetSecondFactorButton({ username }: { readonly username: string }) {
  const reset = useWriting({
    async mutationFn() {
      const isSure = await dialogs.confirm({
        title: 'Reset second factor',
        question: 'Are you sure that this user may log in with the password alone? All sessions of the user end.',
        object: username,
        confirm: 'Reset second factor',
        keep: 'Keep it',
        isDestructive: true,
      })
      return isSure ? call(resetSecondFactor, { params: { key: username } }) : undefined
    },
    onSuccess(result) {
      if (result?.had_factor) tell.success({ title: 'Reset', lines: [`Second factor of ${username} reset`] })
      else if (result) tell.warning({ title: 'Nothing to reset', lines: [`${username} has no second factor`] })
    },
    onError: (error) => showFailure(error, 'resetting the second factor', 'Error'),
  })
  return (
    <Button variant="default" loading={reset.isBusy} onClick={() => reset.run()}>
      Reset second factor
    </Button>
  )
}
