import type { Card } from '@quatrain/contract/reports/filter-places.ts'
import { mixesNegation } from '@quatrain/contract/reports/filter-values.ts'
import { entityLabels } from '@quatrain/contract/reports/topology-types.ts'
import { useWatch } from 'react-hook-form'
import { useIsReadOnly } from '#kit/fields/fields-state.ts'
import { Notice } from '#ui/Notice.tsx'
import { FilterRows } from './FilterRows.tsx'
import { chosenType, type ReportValues } from './report-values.ts'
import classes from './reports.module.css'
import type { CardOptions, OfferedNames } from './topology-options.ts'
import { ValuesField } from './ValuesField.tsx'

interface Props {
  readonly card: Card
  readonly title: string
  readonly options: CardOptions | undefined
}

/** The filters of groups or of endpoints. */
export function FilterCard({ card, title, options }: Props) {
  const type = useWatch<ReportValues, 'topology_type'>({ name: 'topology_type' })
  const [first, second] = entityLabels[chosenType(type) ?? 'none'][card].map((label) => label.replace(/:$/, ''))
  const isReadOnly = useIsReadOnly()
  return (
    <section className={classes.card} aria-labelledby={card}>
      <h3 id={card}>{title}</h3>
      <div className={classes.part}>
        <h4>Tags</h4>
        <FilterRows card={card} part="tags" one="tag" options={options?.tags} />
      </div>
      <div className={classes.part}>
        <h4>Extensions</h4>
        <FilterRows card={card} part="extensions" one="extension" options={options?.extensions} />
      </div>
      <div className={classes.part}>
        <h4>Entities</h4>
        {!isReadOnly && (
          <p className={classes.hint}>
            <code>*</code> stands for any text, and a leading <code>~</code> excludes what follows it.
          </p>
        )}
        <Entities card={card} part="first" label={first ?? ''} options={options?.first} />
        <Entities card={card} part="second" label={second ?? ''} options={options?.second} />
      </div>
    </section>
  )
}

interface EntitiesProps {
  readonly card: Card
  readonly part: 'first' | 'second'
  readonly label: string
  readonly options: OfferedNames | undefined
}

function Entities({ card, part, label, options }: EntitiesProps) {
  const values = useWatch<ReportValues, `${Card}.first` | `${Card}.second`>({ name: `${card}.${part}` })
  const isReadOnly = useIsReadOnly()
  return (
    <>
      <ValuesField
        name={`${card}.${part}`}
        label={label}
        placeholder="Search..."
        options={options?.names}
        isPartial={options?.isComplete === false}
        isEntity
      />
      {!isReadOnly && mixesNegation(values) && (
        <Notice kind="warning">
          {label}: a value with ~ stands beside others. Services that compute reports can take its ~ literally; use it
          alone.
        </Notice>
      )}
    </>
  )
}
