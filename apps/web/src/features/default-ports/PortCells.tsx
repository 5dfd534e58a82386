import { memo } from 'react'
import type { FieldError } from 'react-hook-form'
import { Link } from 'react-router'
import { RowActions } from '#kit/rows/RowActions.tsx'
import { RowCell } from '#kit/rows/RowCell.tsx'
import type { RowState } from '#kit/rows/row-states.ts'
import rows from '#kit/rows/rows.module.css'
import type { RowEdits } from '#kit/rows/use-row-edits.ts'
import { paths } from '#lib/paths.ts'
import { Icon } from '#ui/Icon.tsx'
import { Mark } from '#ui/Mark.tsx'
import type { PortField } from './port-edits.ts'
import type { PortRow } from './port-rows.ts'
import { TemplateLinks } from './TemplateLinks.tsx'

interface Props {
  readonly row: PortRow
  readonly number: number
  /** Nothing for a row that is blank. */
  readonly state: RowState | undefined
  readonly problems: { readonly [Field in PortField]?: Pick<FieldError, 'message'> } | undefined
  /** The name that it is stored under; nothing for a new one. */
  readonly storedName: string | undefined
  readonly templates: readonly string[]
  readonly edits: RowEdits<PortField>
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
        <RowCell field="name" label={`Port name ${number}`} message={problems?.name?.message} {...{ row, edits }} />
      </td>
      <td>
        <RowCell
          field="value"
          label={`Port value ${number}`}
          inputMode="numeric"
          message={problems?.value?.message}
          {...{ row, edits }}
        />
      </td>
      <td data-plain>
        <TemplateLinks names={templates} />
      </td>
      <td className={rows.marks}>
        {state === 'new' && <Mark tone="accent">New</Mark>}
        {state === 'changed' && <Mark tone="warn">Changed</Mark>}
        {problems && <Mark tone="bad">Error</Mark>}
      </td>
      <RowActions id={row.id} {...{ number, name, edits }} what="port">
        {storedName === undefined ? (
          <span className={rows.action} />
        ) : (
          <Link
            to={paths.defaultPorts.history(storedName)}
            className={rows.action}
            aria-label={`History of ${storedName}`}
            title="History"
          >
            <Icon name="clock" size={16} />
          </Link>
        )}
      </RowActions>
    </>
  )
})
