import { Button } from '@mantine/core'
import { Dialog, dialogs } from '#ui/dialogs.tsx'
import { CopyButton } from '#ui/ValueText.tsx'
import classes from './profile.module.css'

/** Recovery codes, which only the user has from now on. */
const RecoveryCodesDialog = ({ codes, close }: { readonly codes: readonly string[]; readonly close: () => void }) => (
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

/** Shows new recovery codes, if there are any, until the user has stored them. */
export async function showCodes(codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return
  await dialogs.open((close) => <RecoveryCodesDialog codes={codes} close={() => close()} />)
}

/** Follows the question whether the last second factor shall be removed. */
export const lastFactor = ' You will log in with your password alone, and your recovery codes stop working.'
