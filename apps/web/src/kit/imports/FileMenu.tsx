import { Button } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { type ChangeEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { Icon } from '#ui/Icon.tsx'
import classes from './imports.module.css'
import { csvTypes } from './sheet-files.ts'

/** What a dialog of the browser offers. */
const typesOf = { CSV: csvTypes, JSON: '.json,application/json' }

interface Props {
  readonly format: keyof typeof typesOf
  /** Absent if there is nothing to export. */
  readonly onExport: (() => unknown) | undefined
  /** Absent if the list cannot be changed. */
  readonly onFile?: (file: File) => unknown
  readonly onTemplate?: () => unknown
}

/** The file menu of the rows of a form. Arrow keys, Home and End move in it; Escape, Tab and a click elsewhere close it. */
export function FileMenu({ format, onExport, onFile, onTemplate }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const place = useClickOutside<HTMLDivElement>(() => setOpen(false), null, undefined, isOpen)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? []
    // So that the same file can be chosen again after it was corrected.
    event.currentTarget.value = ''
    if (file) onFile?.(file)
  }
  const item = (label: string, run: (() => unknown) | undefined) => (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      disabled={!run}
      onClick={() => {
        close()
        run?.()
      }}
    >
      {label}
    </button>
  )
  return (
    <div ref={place} className={classes.place}>
      <Button
        ref={button}
        id={id}
        variant="default"
        rightSection={<Icon name="chevron" size={16} />}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {format}
      </Button>
      {isOpen && (
        <div
          ref={focusFirst}
          role="menu"
          tabIndex={-1}
          aria-labelledby={id}
          className={classes.menu}
          onKeyDown={(event) => {
            if (event.key === 'Escape' || event.key === 'Tab') close()
            else moveFocus(event)
          }}
        >
          {item('Export', onExport)}
          {onFile && item('Import', () => input.current?.click())}
          {onTemplate && item('Empty file to fill in', onTemplate)}
        </div>
      )}
      {onFile && (
        <input
          ref={input}
          type="file"
          accept={typesOf[format]}
          hidden
          aria-label={`${format} file`}
          onChange={choose}
        />
      )}
    </div>
  )
}

const enabledItems = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]:enabled')]

const focusFirst = (menu: HTMLElement | null) => {
  if (menu) enabledItems(menu)[0]?.focus()
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = enabledItems(event.currentTarget)
  const current = items.findIndex((item) => item.matches(':focus'))
  const next = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: -1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  items.at(next % items.length)?.focus()
}
