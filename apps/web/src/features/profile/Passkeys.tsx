import { Button } from '@mantine/core'
import { type Passkey, removePasskey } from '@quatrain/contract/accounts/second-factor.ts'
import { call } from '#kit/api/call.ts'
import { Moment } from '#kit/page/Moment.tsx'
import { useWriting } from '#kit/write/use-writing.ts'
import { lazyPart } from '#lib/load-part.ts'
import { knowsPasskeys } from '#lib/passkeys.ts'
import { CardTable } from '#ui/CardTable.tsx'
import { dialogs } from '#ui/dialogs.tsx'
import { tell } from '#ui/messages.ts'
import table from '#ui/table.module.css'
import classes from './profile.module.css'
import { startPasskey } from './profile.queries.ts'
import { lastFactor, showCodes } from './RecoveryCodesDialog.tsx'

const AddPasskeyDialog = lazyPart(
  () => import('./AddPasskeyDialog.tsx'),
  ({ AddPasskeyDialog }) => AddPasskeyDialog,
)

interface Props {
  readonly passkeys: readonly Passkey[]
  /** Whether the user has no second factor of another kind. */
  readonly isLast: boolean
  readonly onDone: () => void
}

/** The passkeys of the user, which are added with this browser. */
export function Passkeys({ passkeys, isLast, onDone }: Props) {
  const canAdd = knowsPasskeys()
  const add = useWriting({
    async mutationFn() {
      const options = await startPasskey()
      const names = passkeys.map(({ name }) => name)
      return dialogs.open<readonly string[]>((close) => (
        <AddPasskeyDialog options={options} names={names} close={close} />
      ))
    },
    async onSuccess(codes) {
      if (!codes) return
      tell.success({ title: 'Added', lines: ['Passkey added'] })
      await showCodes(codes)
      onDone()
    },
    doing: 'adding a passkey',
  })
  const remove = useWriting<unknown, Passkey>({
    question: ({ name }) => ({
      title: 'Remove passkey',
      question: `Are you sure you want to remove this passkey?${isLast && passkeys.length === 1 ? lastFactor : ''}`,
      object: name,
      isDestructive: true,
    }),
    mutationFn: ({ id }) => call(removePasskey, { params: { id } }),
    onSuccess: () => tell.success({ title: 'Removed', lines: ['Passkey removed'] }),
    doing: 'removing the passkey',
    onEnd: onDone,
  })
  return (
    <section className={classes.factor} aria-labelledby="passkeys">
      <h3 id="passkeys">Passkeys</h3>
      <p>A device or a security key proves that it is you, by your fingerprint, your face or a PIN.</p>
      {passkeys.length > 0 && (
        <div className={table.scroll}>
          <CardTable caption="Table of passkeys" headings={['Name', 'Added', 'Last used', 'Action']}>
            {passkeys.map((passkey) => (
              <Row key={passkey.id} passkey={passkey} isBusy={remove.isBusy} onRemove={() => remove.run(passkey)} />
            ))}
          </CardTable>
        </div>
      )}
      {!canAdd && <p className={classes.hint}>This browser cannot use passkeys here. They need HTTPS.</p>}
      <div>
        <Button variant="default" disabled={!canAdd} loading={add.isBusy} onClick={() => add.run()}>
          Add a passkey
        </Button>
      </div>
    </section>
  )
}

interface RowProps {
  readonly passkey: Passkey
  readonly isBusy: boolean
  readonly onRemove: () => void
}

const Row = ({ passkey: { name, created_at, last_used_at }, isBusy, onRemove }: RowProps) => (
  <tr>
    <td>{name}</td>
    <td>
      <Moment iso={created_at} />
    </td>
    <td>{last_used_at === '' ? 'never' : <Moment iso={last_used_at} />}</td>
    <td>
      <Button
        size="compact-sm"
        variant="default"
        disabled={isBusy}
        aria-label={`Remove the passkey ${name}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </td>
  </tr>
)
