import { Button } from '@mantine/core'
import { Dialog, dialogs } from '#ui/dialogs.tsx'
import { Notice } from '#ui/Notice.tsx'
import { ValueText } from '#ui/ValueText.tsx'

interface Props {
  readonly name: string
  readonly secret: string
  readonly close: () => void
}

/** A secret that was just made. */
const NewSecret = ({ name, secret, close }: Props) => (
  <Dialog
    title={`Secret of ${name}`}
    onDismiss={close}
    actions={
      <Button data-autofocus onClick={close}>
        Done
      </Button>
    }
  >
    <ValueText label="Secret" value={secret} isMono />
    <Notice kind="warning">
      The receiver checks with it that messages are from this console. It is shown only now: if it is lost, replace it.
    </Notice>
  </Dialog>
)

export const showSecret = (name: string, secret: string): void =>
  void dialogs.open((close) => <NewSecret name={name} secret={secret} close={() => close()} />)
