import { Button } from '@mantine/core'
import { Dialog } from '#ui/Dialog.tsx'
import { CopyButton } from '#ui/ValueText.tsx'
import classes from './profile.module.css'

/** Recovery codes, which only the user has from now on. */
export const RecoveryCodesDialog = ({
  codes,
  close,
}: {
  readonly codes: readonly string[]
  readonly close: () => void
}) => (
  <Dialog
    title="Recovery codes"
    onDismiss={close}
    actions={
      <Button data-autofocus onClick={close}>
        I have stored them
      </Button>
    }
  >
    <p className={classes.shownOnce}>
      Each of them replaces your second factor for one login. Store them where you do not need your phone: they are
      shown once.
    </p>
    <div className={classes.secret}>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} subject="recovery codes" />
    </div>
  </Dialog>
)
