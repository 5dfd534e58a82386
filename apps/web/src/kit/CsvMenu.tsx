import { Button, Menu } from '@mantine/core'
import { type ChangeEvent, useRef } from 'react'
import { Icon } from '#ui/Icon.tsx'

interface Props {
  /** Nothing where there is nothing stored that could be exported. */
  readonly onExport: (() => void) | undefined
  /** Nothing where the list cannot be changed. */
  readonly onFile?: (file: File) => void
  readonly onTemplate?: () => void
}

/** What can be done with files of the rows of a form. */
export function CsvMenu({ onExport, onFile, onTemplate }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? []
    // So that the same file can be chosen again, after it was mended.
    event.currentTarget.value = ''
    if (file) onFile?.(file)
  }
  return (
    <>
      <Menu position="bottom-end" transitionProps={{ duration: 0 }} returnFocus withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="chevron" size={16} />}>
            CSV
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={!onExport} onClick={onExport}>
            Export
          </Menu.Item>
          {onFile && (
            // The library would give the focus to the first item even when it is disabled, and so to none.
            <Menu.Item data-autofocus={onExport ? undefined : true} onClick={() => input.current?.click()}>
              Import
            </Menu.Item>
          )}
          {onTemplate && <Menu.Item onClick={onTemplate}>Empty file to fill in</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {onFile && <input ref={input} type="file" accept={csvFiles} hidden aria-label="CSV file" onChange={choose} />}
    </>
  )
}

export const csvFiles = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain'
