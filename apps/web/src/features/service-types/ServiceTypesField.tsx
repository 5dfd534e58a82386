import { useCallback, useMemo } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import type { Selection } from '#kit/list/selection.tsx'
import { RowsField } from '#kit/row-table/RowsField.tsx'
import classes from '#kit/row-table/rows.module.css'
import { paths } from '#lib/paths.ts'
import { useStored } from '#lib/use-stored.ts'
import { Icon } from '#ui/Icon.tsx'
import { columnsWith } from './selected-types.tsx'
import { type ServiceTypesValues, type TypeRow, typeRows } from './service-type-rows.ts'

interface Props {
  readonly base: ServiceTypesValues
  readonly hasTitles: boolean
  readonly selection: Selection
}

const sizes = [30, 50, 100]

const lockOf = ({ isLocked }: TypeRow) => (isLocked ? 'From the topology' : undefined)

/** All service types, edited row by row or pasted from a spreadsheet. */
export function ServiceTypesField({ base, hasTitles, selection }: Props) {
  const columns = useMemo(() => columnsWith(selection), [selection])
  const [size, onSize] = useStored('page-size.editedservicetypes', z.number().optional(), undefined)
  const definition = typeRows(hasTitles)
  const actionsOf = useCallback(
    ({ id }: TypeRow) => <DetailsLink name={base.servicetypes.find((row) => row.id === id)?.name} />,
    [base],
  )
  return (
    <RowsField
      name="servicetypes"
      definition={definition}
      stored={base.servicetypes}
      label="Service types"
      hasTitle={false}
      {...{ lockOf, actionsOf, columns }}
      paging={{ sizes, size, onSize }}
    />
  )
}

/** A stored service type has a page. */
const DetailsLink = ({ name = '' }: { readonly name: string | undefined }) =>
  name === '' ? (
    <span className={classes.action} />
  ) : (
    <Link to={paths.serviceTypes.details(name)} className={classes.action} aria-label={`Open ${name}`} title="Open">
      <Icon name="document" size={16} />
    </Link>
  )
