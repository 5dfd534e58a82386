import type { MetricOverride, metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import classes from '#kit/page/details.module.css'
import { ClonePage, objectPages } from '#kit/resource/object-pages.tsx'
import type { DetailsProps } from '#kit/resource/read-pages.tsx'
import { CardTable } from '#ui/CardTable.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import styles from '#ui/table.module.css'
import { ValueText } from '#ui/ValueText.tsx'
import { OverrideForm } from './OverrideForm.tsx'
import { type OverrideValues, overrideDefinition, overrideValuesBeside, overrideValuesOf } from './override-form.ts'
import { type OverrideRow, type OverrideTable, overrideTables } from './override-rows.ts'
import own from './overrides.module.css'

type Props = DetailsProps<typeof metricOverrides, OverrideValues>

/** An override, read-only. */
const OverrideDetails = ({ title, object, values, actions, notice }: Props) => (
  <PageFrame title={title} object={object} actions={actions}>
    {notice}
    <div className={classes.fields}>
      <ValueText label="Name" value={values.name} isMono />
    </div>
    {overrideTables.map((table) => (
      <div key={table.name} className={own.section}>
        <div className={own.head}>
          <h2>{table.title}</h2>
        </div>
        <Rows table={table} rows={values[table.name].filter((row) => !table.rows.isBlank(row))} />
      </div>
    ))}
  </PageFrame>
)

function Rows({ table, rows }: { readonly table: OverrideTable; readonly rows: readonly OverrideRow[] }) {
  const { title } = table
  const { many, cells, fields } = table.rows
  if (rows.length === 0) return <p className={own.description}>No {many}.</p>
  return (
    <div className={styles.scroll}>
      <CardTable caption={title} headings={fields.map((cell) => cells[cell].header)} className={own.rows}>
        {rows.map((row) => (
          <tr key={row.id}>
            {fields.map((cell) => (
              <td key={cell} className="mono">
                {row[cell]}
              </td>
            ))}
          </tr>
        ))}
      </CardTable>
    </div>
  )
}

const shared = { definition: overrideDefinition, Form: OverrideForm, Details: OverrideDetails } as const

const cloneOf = ({ id: _, ...override }: MetricOverride) =>
  overrideValuesBeside(overrideValuesOf({ ...override, name: `${override.name}-clone` }), overrideDefinition.blank)

export const overridePages = {
  ...objectPages({ ...shared, restore: overrideValuesBeside }),
  clone: <ClonePage {...shared} cloneOf={cloneOf} />,
}
