import type { DefaultPort } from '@quatrain/contract/resources/default-port.ts'
import { useCallback, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router'
import { RowsField } from '#kit/row-table/RowsField.tsx'
import rows from '#kit/row-table/rows.module.css'
import { paths } from '#lib/paths.ts'
import { Icon } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { type DefaultPortsValues, deletedNames, type PortRow, portRows } from './default-ports-form.ts'
import { PortTemplateLinks } from './PortTemplateLinks.tsx'
import classes from './ports.module.css'

interface Props {
  readonly base: DefaultPortsValues
  /** The stored ports, with the templates that refer to them. */
  readonly ports: readonly DefaultPort[]
}

/** All default ports, edited row by row or pasted from a spreadsheet. */
export function PortsField({ base, ports }: Props) {
  const [query] = useSearchParams()
  const now = useWatch<DefaultPortsValues, 'ports'>({ name: 'ports' })
  const stored = useMemo(() => portRows.byId(base.ports), [base.ports])
  const columns = useMemo(() => {
    const templates = new Map(ports.map(({ name, metrictemplates }) => [name, metrictemplates]))
    const cell = ({ name }: PortRow) => <PortTemplateLinks names={templates.get(name.trim()) ?? []} />
    return [{ header: 'Named by', width: '24%', cell }]
  }, [ports])
  const actionsOf = useCallback(({ id }: PortRow) => <HistoryLink name={stored.get(id)?.name} />, [stored])
  return (
    <div>
      <div role="status" className={classes.banner}>
        {deletedNames(base.ports, now).length > 0 && (
          <Notice kind="warning" icon="info">
            Some ports have been deleted. To store the change to the DB, click on the save button.
          </Notice>
        )}
      </div>
      <RowsField
        name="ports"
        definition={portRows}
        stored={base.ports}
        isNew={false}
        label="Default ports"
        hasTitle={false}
        initialSearch={{ name: query.get('name') ?? '' }}
        {...{ columns, actionsOf }}
      />
    </div>
  )
}

/** The history of a port is that of its stored name. */
const HistoryLink = ({ name }: { readonly name: string | undefined }) =>
  name === undefined ? (
    <span className={rows.action} />
  ) : (
    <Link
      to={paths.defaultPorts.history(name)}
      className={rows.action}
      aria-label={`History of ${name}`}
      title="History"
    >
      <Icon name="clock" size={16} />
    </Link>
  )
