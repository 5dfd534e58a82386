import { type ClipboardEvent, type KeyboardEvent, memo, useId } from 'react'
import type { FieldError } from 'react-hook-form'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { CellInput } from '#ui/CellInput.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Mark } from '#ui/Mark.tsx'
import type { PortRow, RowState } from './port-rows.ts'
import classes from './ports.module.css'
import { TemplateLinks } from './TemplateLinks.tsx'
import type { PortEdits, PortField } from './use-port-edits.ts'

interface Props {
  readonly row: PortRow
  readonly number: number
  /** Nothing for a row that is blank. */
  readonly state: RowState | undefined
  readonly problems: { readonly [Field in PortField]?: Pick<FieldError, 'message'> } | undefined
  /** The name that it is stored under; nothing for a new one. */
  readonly storedName: string | undefined
  readonly templates: readonly string[]
  readonly edits: PortEdits
}

/** The cells of one port. */
export const PortCells = memo(function PortCells(props: Props) {
  const { row, number, state, problems, storedName, templates, edits } = props
  const name = row.name.trim() === '' ? 'blank' : row.name.trim()
  return (
    <>
      <td data-align="end" data-plain className="mono">
        {number}
      </td>
      <td>
        <PortInput field="name" label="Port name" {...{ row, number, problems, edits }} />
      </td>
      <td>
        <PortInput field="value" label="Port value" {...{ row, number, problems, edits }} />
      </td>
      <td data-plain>
        <TemplateLinks names={templates} />
      </td>
      <td className={classes.marks}>
        {state === 'new' && <Mark tone="accent">New</Mark>}
        {state === 'changed' && <Mark tone="warn">Changed</Mark>}
        {problems && <Mark tone="bad">Error</Mark>}
      </td>
      <td className={classes.actions}>
        {storedName === undefined ? (
          <span className={classes.action} />
        ) : (
          <Link
            to={paths.defaultPorts.history(storedName)}
            className={classes.action}
            aria-label={`History of ${storedName}`}
            title="History"
          >
            <Icon name="clock" size={16} />
          </Link>
        )}
        <button
          type="button"
          className={classes.action}
          aria-label={`Insert below row ${number}`}
          title="Insert below"
          onClick={() => edits.insertBelow(row.id)}
        >
          <Icon name="insert" size={16} />
        </button>
        <button
          type="button"
          className={classes.action}
          data-cell="remove"
          aria-label={`Remove port ${number}: ${name}`}
          title="Remove"
          onClick={() => edits.remove(row.id)}
        >
          <Icon name="close" size={16} />
        </button>
      </td>
    </>
  )
})

interface PortInputProps extends Pick<Props, 'row' | 'number' | 'problems' | 'edits'> {
  readonly field: PortField
  readonly label: string
}

function PortInput({ row, number, field, label, problems, edits }: PortInputProps) {
  const id = useId()
  const message = problems?.[field]?.message
  const paste = (event: ClipboardEvent) => {
    if (edits.paste(row.id, event.clipboardData.getData('text/plain'))) event.preventDefault()
  }
  const goOn = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (field === 'name') edits.focus(row.id, 'value')
    else edits.insertBelow(row.id)
  }
  return (
    <>
      <CellInput
        data-cell={field}
        inputMode={field === 'value' ? 'numeric' : undefined}
        aria-label={`${label} ${number}`}
        aria-invalid={message !== undefined}
        aria-describedby={message === undefined ? undefined : id}
        value={row[field]}
        onChange={(text) => edits.change(row.id, field, text)}
        onPaste={paste}
        onKeyDown={goOn}
        onBlur={edits.blur}
      />
      {message !== undefined && (
        <span id={id} className={classes.message}>
          {message}
        </span>
      )}
    </>
  )
}
