import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { useId, useState } from 'react'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { BarPanel } from './BarPanel.tsx'
import classes from './SchemeSwitch.module.css'

export const schemes = [
  { value: 'light', label: 'Light', icon: 'light' },
  { value: 'dark', label: 'Dark', icon: 'dark' },
  { value: 'auto', label: 'System', icon: 'system' },
] as const satisfies readonly { value: string; label: string; icon: IconName }[]

/** Light or dark: follows the system until the user chooses. */
export function SchemeSwitch() {
  const { colorScheme } = useMantineColorScheme({ keepTransitions: true })
  const [isOpen, setOpen] = useState(false)
  const current = schemes.find(({ value }) => value === colorScheme) ?? schemes[2]
  return (
    <BarPanel
      isOpen={isOpen}
      onChange={setOpen}
      className={classes.panel}
      button={(opening) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`Colours: ${current.label.toLowerCase()}`}
          {...opening}
        >
          <Icon name={current.icon} />
        </ActionIcon>
      )}
    >
      <SchemeChoices />
    </BarPanel>
  )
}

/** The choice between the colour schemes. */
export function SchemeChoices() {
  const name = useId()
  // To suppress transitions, the library would add a style element, which the content security policy forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return (
    <fieldset className={classes.choices}>
      <legend className="visually-hidden">Colours</legend>
      {schemes.map(({ value, label, icon }) => (
        <label key={value}>
          <input type="radio" name={name} checked={value === colorScheme} onChange={() => setColorScheme(value)} />
          <Icon name={icon} size={16} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
