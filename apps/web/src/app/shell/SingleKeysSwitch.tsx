import { Checkbox } from '@mantine/core'
import { useSingleKeys } from '#kit/page/single-keys.ts'

/** Switches off what is easily pressed by accident, and by speech input. */
export function SingleKeysSwitch() {
  const [isOn, choose] = useSingleKeys()
  return (
    <Checkbox
      label="Shortcuts of a single key"
      description="? and / outside of text boxes. Remembered in this browser."
      checked={isOn}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  )
}
