import { Button, Menu } from '@mantine/core'
import { type ChangeEvent, useRef } from 'react'
import { Icon } from '#ui/Icon.tsx'

/** A type of files: its label and its file extension. */
export interface FileFormat {
  readonly name: string
  readonly accepts: string
}

export const csv: FileFormat = {
  name: 'CSV',
  accepts: '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain',
}
export const json: FileFormat = { name: 'JSON', accepts: '.json,application/json' }

interface Props {
  readonly format: FileFormat
  /** Absent if there is nothing to export. */
  readonly onExport: (() => void) | undefined
  /** Absent if the list cannot be changed. */
  readonly onFile?: (file: File) => void
  readonly onTemplate?: () => void
}

/** The file menu of the rows of a form. */
export function FileMenu({ format: { name, accepts }, onExport, onFile, onTemplate }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? []
    // So that the same file can be chosen again after it was corrected.
    event.currentTarget.value = ''
    if (file) onFile?.(file)
  }
  return (
    <>
      <Menu position="bottom-end" transitionProps={{ duration: 0 }} returnFocus withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="chevron" size={16} />}>
            {name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={!onExport} onClick={onExport}>
            Export
          </Menu.Item>
          {onFile && (
            // The library would focus the first item even if it is disabled, so nothing would have the focus.
            <Menu.Item data-autofocus={onExport ? undefined : true} onClick={() => input.current?.click()}>
              Import
            </Menu.Item>
          )}
          {onTemplate && <Menu.Item onClick={onTemplate}>Empty file to fill in</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {onFile && (
        <input ref={input} type="file" accept={accepts} hidden aria-label={`${name} file`} onChange={choose} />
      )}
    </>
  )
}
