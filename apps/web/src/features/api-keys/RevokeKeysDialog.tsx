import type { ApiKey } from '@quatrain/contract/resources/api-key.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { ConfirmWriteDialog } from '#kit/write/ConfirmWriteDialog.tsx'
import type { ConfirmationProps } from '#kit/write/write-in-dialog.ts'
import { counted } from '#lib/words.ts'
import { CardTable } from '#ui/CardTable.tsx'
import { Notice } from '#ui/Notice.tsx'
import table from '#ui/table.module.css'
import { withoutUse } from './api-keys.queries.ts'

interface Props extends ConfirmationProps {
  readonly keys: readonly ApiKey[]
}

const expected = 'revoke'

/** Confirms that several keys are revoked. When each was last used says what will be refused. */
export function RevokeKeysDialog({ keys, preview: _, ...dialog }: Props) {
  const isSuper = useConsoleContext().caller.deployment === 'super'
  const count = counted(keys.length, 'API key')
  const isOfConsole = keys.some(({ used_by }) => used_by === 'webapi')
  return (
    <ConfirmWriteDialog
      {...dialog}
      title={`Revoke ${count}`}
      isDestructive
      isWide
      question="Are you sure you want to revoke these API keys?"
      keep="Keep them"
      typing={{ expected, label: `Type ${expected} to revoke them` }}
    >
      <div className={table.scroll}>
        <CardTable caption={count} headings={['Key', ...(isSuper ? ['Tenant'] : []), 'Last used']}>
          {keys.map((key) => (
            <tr key={key.key}>
              <th scope="row" className="mono">
                {key.key}
              </th>
              {isSuper && <td>{key.tenant}</td>}
              <td>{key.last_used_at === null ? withoutUse(key) : <Moment iso={key.last_used_at} isRelative />}</td>
            </tr>
          ))}
        </CardTable>
      </div>
      <Notice kind="bad">
        All requests with these keys are refused from now on.{' '}
        {isOfConsole && 'The console cannot use those for the Web API any more. '}
        This cannot be undone.
      </Notice>
    </ConfirmWriteDialog>
  )
}
