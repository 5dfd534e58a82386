import { Button } from '@mantine/core'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { Link } from 'react-router'
import { useConsoleContext, useMay } from '#kit/api/console-context.tsx'
import { Hint } from '#ui/Hint.tsx'
import { Icon } from '#ui/Icon.tsx'
import { tell } from '#ui/messages.ts'

/**
 * Links to the page that adds an object. Without permission it is visible but disabled, with the reason; if nobody can
 * have the permission, it is hidden.
 */
export function AddButton({ resource, to }: { readonly resource: Resource; readonly to: string }) {
  const may = useMay()
  const { caller } = useConsoleContext()
  if (resource.access[caller.deployment]?.write === 'nobody') return null
  const words = { children: 'Add', leftSection: <Icon name="add" size={16} /> }
  if (may('add', resource)) return <Button component={Link} to={to} {...words} />
  const reason = `You do not have permission to add ${resource.label.many}.`
  return (
    <Hint label={reason}>
      <Button
        {...words}
        aria-disabled
        data-disabled
        onClick={() => tell.error({ title: 'Not allowed', lines: [reason] })}
      />
    </Hint>
  )
}
