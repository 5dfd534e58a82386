import { Button, Menu } from '@mantine/core'
import { type ChangeEvent, useRef } from 'react'
import { Icon } from '#ui/Icon.tsx'

interface Props {
  /** Nothing where there is nothing stored that could be exported. */
  readonly onExport: (() => void) | undefined
  readonly onFile: (file: File) => void
}

/** What can be done with files of the three lists. */
export function JsonMenu({ onExport, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? []
    // So that the same file can be chosen again, after it was mended.
    event.currentTarget.value = ''
    if (file) onFile(file)
  }
  return (
    <>
      <Menu position="bottom-end" transitionProps={{ duration: 0 }} returnFocus withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="chevron" size={16} />}>
            JSON
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={!onExport} onClick={onExport}>
            Export
          </Menu.Item>
          {/* The library would give the focus to the first item even when it is disabled, and so to none. */}
          <Menu.Item data-autofocus={onExport ? undefined : true} onClick={() => input.current?.click()}>
            Import
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <input ref={input} type="file" accept=".json,application/json" hidden aria-label="JSON file" onChange={choose} />
    </>
  )
}
