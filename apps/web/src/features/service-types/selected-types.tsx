import { consoleTag } from '@quatrain/contract/web-api/merged-service-types.ts'
import { SelectAllBox, type Selection, SelectionBox } from '#kit/list/selection.tsx'
import type { RowColumn } from '#kit/row-table/RowCells.tsx'
import type { WriteWords } from '#kit/write/form-definition.ts'
import { counted } from '#lib/words.ts'
import { SourceMark } from './SourceMark.tsx'
import type { ServiceTypesValues, TypeRow, TypeValues } from './service-type-rows.ts'

/** The columns behind the texts of service types: their source, and the boxes to select them. */
export const columnsWith = (selection: Selection): readonly RowColumn<TypeValues>[] => [
  {
    header: 'Source',
    width: '110px',
    cell: ({ isLocked }) => <SourceMark tags={[isLocked ? 'topology' : consoleTag]} />,
  },
  {
    header: 'Select',
    width: '72px',
    head: (visibleRows) => (
      <SelectAllBox selection={selection} keys={visibleRows.filter(isSelectable).map(({ id }) => id)} />
    ),
    cell: (row) => (
      <SelectionBox
        label={`Select ${row.name}`}
        isChecked={selection.keys.has(row.id)}
        isDisabled={!isSelectable(row)}
        onChange={() => selection.toggle(row.id, [], false)}
      />
    ),
  },
]

const isSelectable = ({ isLocked, name }: TypeRow) => !isLocked && name.trim() !== ''

/** The table without the selected rows. */
export const withoutSelected = ({ servicetypes }: ServiceTypesValues, { keys }: Selection): ServiceTypesValues => ({
  servicetypes: servicetypes.filter(({ id }) => !keys.has(id)),
})

/** How deleting as many service types is called. */
export const deletionOfTypes = (count: number): WriteWords => ({
  title: 'Delete service types',
  question: `Are you sure you want to delete ${counted(count, 'service type')}?`,
  isDestructive: true,
  success: { title: 'Delete', line: 'Service types successfully deleted' },
})
