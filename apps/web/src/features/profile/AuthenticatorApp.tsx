import { Button } from '@mantine/core'
import { removeAuthenticatorApp } from '@quatrain/contract/accounts/second-factor.ts'
import { call } from '#kit/api/call.ts'
import { Moment } from '#kit/page/Moment.tsx'
import { useWriting } from '#kit/write/use-writing.ts'
import { lazyPart } from '#lib/load-part.ts'
import { dialogs } from '#ui/dialogs.tsx'
import { tell } from '#ui/messages.ts'
import classes from './profile.module.css'
import { beginApp } from './profile.queries.ts'
import { lastFactor, showCodes } from './RecoveryCodesDialog.tsx'

const AppSetUpDialog = lazyPart(
  () => import('./AppSetUpDialog.tsx'),
  ({ AppSetUpDialog }) => AppSetUpDialog,
)

interface Props {
  /** Empty if there is none. */
  readonly since: string
  /** Whether the user has no other second factor. */
  readonly isLast: boolean
  readonly onDone: () => void
}

/** The authenticator app of the user. */
export function AuthenticatorApp({ since, isLast, onDone }: Props) {
  const setUp = useWriting({
    async mutationFn() {
      const setup = await beginApp()
      return dialogs.open<readonly string[]>((close) => <AppSetUpDialog {...setup} close={close} />)
    },
    async onSuccess(codes = []) {
      // The page may ask for something else after this.
      await showCodes(codes)
      onDone()
    },
    doing: 'setting up the authenticator app',
  })
  const remove = useWriting({
    question: () => ({
      title: 'Remove authenticator app',
      question: `Are you sure you want to remove your authenticator app?${isLast ? lastFactor : ''}`,
      isDestructive: true,
    }),
    mutationFn: () => call(removeAuthenticatorApp, {}),
    onSuccess: () => tell.success({ title: 'Removed', lines: ['Authenticator app removed'] }),
    doing: 'removing the authenticator app',
    onEnd: onDone,
  })
  return (
    <section className={classes.factor} aria-labelledby="authenticator-app">
      <h3 id="authenticator-app">Authenticator app</h3>
      {since === '' ? (
        <p>An app on your phone shows a code that changes every 30 seconds.</p>
      ) : (
        <p>
          Your authenticator app has been set up since <Moment iso={since} />.
        </p>
      )}
      <div>
        {since === '' ? (
          <Button variant="default" loading={setUp.isBusy} onClick={() => setUp.run()}>
            Set up an authenticator app
          </Button>
        ) : (
          <Button variant="default" loading={remove.isBusy} onClick={() => remove.run()}>
            Remove authenticator app
          </Button>
        )}
      </div>
    </section>
  )
}
