import type { ReactNode } from 'react'
import classes from '#kit/details.module.css'
import { RowTable } from '#kit/RowTable.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { ValueText } from '#ui/ValueText.tsx'
import type { OverrideValues } from './override-form.ts'
import { headers, isBlank, overrideTables } from './override-rows.ts'
import own from './overrides.module.css'

interface Props {
  readonly title: string
  readonly object: string
  readonly values: OverrideValues
  readonly actions?: ReactNode
  readonly notice?: ReactNode
}

/** An override to be read, as it was. */
export const OverrideDetails = ({ title, object, values, actions, notice }: Props) => (
  <PageFrame title={title} object={object} actions={actions}>
    {notice}
    <div className={classes.fields}>
      <ValueText label="Name" value={values.name} isMono />
    </div>
    {overrideTables.map(({ name, title, one, cells }) => (
      <div key={name} className={own.section}>
        <div className={own.head}>
          <h2>{title}</h2>
        </div>
        <RowTable
          label={title}
          columns={[{ header: '#', width: '48px', align: 'end' }, ...cells.map((cell) => ({ header: headers[cell] }))]}
          rows={values[name].filter((row) => !isBlank(row))}
          keyOf={({ id }) => id}
          nothing={`No ${one}s.`}
          cells={(row, index) => (
            <>
              <td data-align="end" data-plain className="mono">
                {index + 1}
              </td>
              {cells.map((cell) => (
                <td key={cell} data-plain className={`mono ${own.cell}`}>
                  {row[cell]}
                </td>
              ))}
            </>
          )}
        />
      </div>
    ))}
  </PageFrame>
)
