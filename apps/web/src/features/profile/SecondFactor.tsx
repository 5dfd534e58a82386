import { Button } from '@mantine/core'
import { removeAuthenticatorApp, renewRecoveryCodes } from '@quatrain/contract/second-factor.ts'
import { useQuery } from '@tanstack/react-query'
import { createElement } from 'react'
import { call } from '#kit/api/call.ts'
import { Failure } from '#kit/page/Failure.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { showFailure } from '#kit/write/after-write.ts'
import { useWriting } from '#kit/write/use-writing.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { counted } from '#lib/words.ts'
import { dialogs } from '#ui/dialogs.ts'
import { tell } from '#ui/messages.ts'
import { Notice } from '#ui/Notice.tsx'
import classes from './profile.module.css'
import { beginApp, secondFactorQuery } from './profile.queries.ts'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'

const AppSetUpDialog = lazyPart(
  () => import('./AppSetUpDialog.tsx'),
  ({ AppSetUpDialog }) => AppSetUpDialog,
)

const showCodes = (codes: readonly string[]) =>
  dialogs.open((close) => createElement(RecoveryCodesDialog, { codes, close: () => close() }))

const fewCodes = 3

/** The authenticator app of the user, and the recovery codes. */
export function SecondFactor() {
  const { data, error, refetch } = useQuery(secondFactorQuery)
  const refresh = () => void refetch()
  const onError = (failure: Error) => showFailure(failure, 'changing the second factor', 'Error')
  const setUp = useWriting({
    async mutationFn() {
      const begun = await beginApp()
      return dialogs.open<readonly string[]>((close) => createElement(AppSetUpDialog, { ...begun, close }))
    },
    async onSuccess(codes) {
      refresh()
      if (codes) await showCodes(codes)
    },
    onError,
  })
  const renew = useWriting({
    async mutationFn() {
      const isSure = await dialogs.confirm({
        title: 'Replace recovery codes',
        question: 'Are you sure you want to replace your recovery codes? The former ones stop working.',
        confirm: 'Replace recovery codes',
        keep: 'Keep them',
      })
      return isSure ? (await call(renewRecoveryCodes, {})).recovery_codes : undefined
    },
    async onSuccess(codes) {
      refresh()
      if (codes) await showCodes(codes)
    },
    onError,
  })
  const remove = useWriting({
    async mutationFn() {
      const isSure = await dialogs.confirm({
        title: 'Remove authenticator app',
        question: 'Are you sure you want to log in with your password alone? The recovery codes stop working too.',
        confirm: 'Remove authenticator app',
        keep: 'Keep it',
        isDestructive: true,
      })
      if (isSure) await call(removeAuthenticatorApp, {})
      return isSure
    },
    onSuccess(isDone) {
      refresh()
      if (isDone) tell.success({ title: 'Removed', lines: ['Authenticator app removed'] })
    },
    onError,
  })
  if (error && !data) return <Failure error={error} retry={refresh} />
  if (!data) return null
  if (data.app_since === '') {
    return (
      <>
        <p>
          You log in with your password alone. With an authenticator app on your phone, a login also needs a code that
          changes every 30 seconds, so a stolen password is not enough.
        </p>
        <div>
          <Button variant="default" loading={setUp.isBusy} onClick={() => setUp.run()}>
            Set up an authenticator app
          </Button>
        </div>
      </>
    )
  }
  return (
    <>
      <p>
        A login with your password also needs a code of your authenticator app, since <Moment iso={data.app_since} />.
        You have {counted(data.recovery_codes, 'recovery code')} left, each of which replaces one code.
      </p>
      {data.recovery_codes < fewCodes && (
        <Notice kind="warning">Without the app and a recovery code, only an administrator can let you in again.</Notice>
      )}
      <div className={classes.buttons}>
        <Button variant="default" loading={renew.isBusy} onClick={() => renew.run()}>
          Replace recovery codes
        </Button>
        <Button variant="default" loading={remove.isBusy} onClick={() => remove.run()}>
          Remove authenticator app
        </Button>
      </div>
    </>
  )
}
