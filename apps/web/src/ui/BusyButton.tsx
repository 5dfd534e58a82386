import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import { openDialogs } from './dialogs.ts'
import { useStore } from './store.ts'

interface Props extends ButtonProps, Pick<ComponentProps<'button'>, 'onClick' | 'type' | 'disabled'> {
  /** What it started is not done yet. */
  readonly isBusy: boolean
}

/** Shows that what it started goes on; as long as the person is asked about it, nothing does. */
export function BusyButton({ isBusy, ...button }: Props) {
  const isAsking = useStore(openDialogs).length > 0
  return <Button {...button} loading={isBusy && !isAsking} />
}
