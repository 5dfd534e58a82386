import { Checkbox } from '@mantine/core'
import { useSingleKeys } from '#kit/page/single-keys.ts'

/** Disables shortcuts that are easily pressed by accident or triggered by speech input. */
export function SingleKeysSwitch() {
  const [isOn, choose] = useSingleKeys()
  return (
    <Checkbox
      label="Single-key shortcuts"
      description="? and / outside of text boxes. Remembered in this browser."
      checked={isOn}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  )
}
