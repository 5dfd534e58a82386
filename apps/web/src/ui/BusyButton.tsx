import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import { openDialogs } from './dialogs.tsx'
import { useStore } from './store.ts'

interface Props extends ButtonProps, Pick<ComponentProps<'button'>, 'onClick' | 'type' | 'disabled'> {
  /** The started action has not ended yet. */
  readonly isBusy: boolean
}

/** A button that shows that its action is running, but not while the user is asked to confirm it. */
export function BusyButton({ isBusy, ...button }: Props) {
  const isAsking = useStore(openDialogs).length > 0
  return <Button {...button} loading={isBusy && !isAsking} />
}
