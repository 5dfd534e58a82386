import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import table from '#ui/table.module.css'
import { CopyButton, NoValue } from '#ui/ValueText.tsx'
import classes from './KeyValueTable.module.css'

interface Props {
  readonly title: string
  readonly pairs: readonly KeyValue[]
}

/** Keys with their values, read-only, in the order that machines receive. */
export const KeyValueTable = ({ title, pairs }: Props) => (
  <div className={classes.field}>
    <h3 className={classes.title}>{title}</h3>
    {pairs.length === 0 ? (
      <NoValue />
    ) : (
      <div className={table.scroll}>
        <table className={`${table.table} ${classes.pairs}`}>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Key</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {pairs.map(({ key, value }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: keys can repeat, and rows never move
              <tr key={index}>
                <th scope="row" className="mono">
                  {key}
                </th>
                <td className="mono">
                  {value}
                  <CopyButton text={value} subject={key} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </div>
)
