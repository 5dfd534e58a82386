import { NativeSelect } from '@mantine/core'
import type { StoreDifference } from '@quatrain/contract/console/differences.ts'
import { useState } from 'react'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import type { Kind } from '#lib/kinds.ts'
import { inNameOrder } from '#lib/name-order.ts'
import { BusyButton } from '#ui/BusyButton.tsx'
import classes from './Differences.module.css'
import { useReconciliation } from './use-reconciliation.tsx'

interface Props {
  readonly kind: Kind
  readonly difference: StoreDifference
}

/** The actions that remove a difference. Each one is previewed and confirmed. */
export function DifferenceActions({ kind, difference }: Props) {
  const { name, in: place } = difference
  const { user } = useConsoleContext()
  const write = kind.resource.access.tenant?.write
  const groups = typeof write === 'object' ? inNameOrder(user?.groups[write.group] ?? []) : []
  const [groupname = groups[0] ?? '', setGroup] = useState<string>()
  const { run, isBusy } = useReconciliation(kind, difference)
  const button = (label: string, action: Parameters<typeof run>[0]) => (
    <BusyButton
      size="compact-sm"
      variant="default"
      isBusy={isBusy}
      disabled={isBusy}
      aria-label={`${label}: ${name}`}
      onClick={() => run(action)}
    >
      {label}
    </BusyButton>
  )
  return (
    <div className={classes.actions}>
      {place === 'web-api' && (
        <>
          <NativeSelect
            size="xs"
            aria-label={`Group of ${name}`}
            data={groups}
            value={groupname}
            onChange={(event) => setGroup(event.currentTarget.value)}
          />
          {button('Add to the console', { action: 'adopt', groupname })}
          {button('Delete from the Web API', { action: 'discard' })}
        </>
      )}
      {place === 'both' && button('Take over from the Web API', { action: 'adopt' })}
      {place !== 'web-api' && button('Send to the Web API', { action: 'send' })}
    </div>
  )
}
