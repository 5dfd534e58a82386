import type { Card } from '@quatrain/contract/reports/filter-places.ts'
import { mixesNegation } from '@quatrain/contract/reports/filter-values.ts'
import { entityLabels } from '@quatrain/contract/reports/topology-types.ts'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useIsReadOnly } from '#kit/fields/fields-state.ts'
import { Notice } from '#ui/Notice.tsx'
import { type EntityField, useEntities } from './entities.ts'
import { FilterRows } from './FilterRows.tsx'
import { chosenType, type ReportValues } from './report-values.ts'
import classes from './reports.module.css'
import type { TopologyTags } from './use-topology.ts'
import { ValuesField } from './ValuesField.tsx'

interface Props {
  readonly card: Card
  readonly title: string
  /** Undefined if the topology is unknown. */
  readonly tags: TopologyTags[Card] | undefined
}

/** The filters of groups or of endpoints. */
export function FilterCard({ card, title, tags }: Props) {
  const type = useWatch<ReportValues, 'topology_type'>({ name: 'topology_type' })
  const [first, second] = entityLabels[chosenType(type) ?? 'none'][card].map((label) => label.replace(/:$/, ''))
  const isReadOnly = useIsReadOnly()
  return (
    <section className={classes.card} aria-labelledby={card}>
      <h3 id={card}>{title}</h3>
      <div className={classes.part}>
        <h4>Tags</h4>
        <FilterRows card={card} part="tags" one="tag" options={tags?.tags} />
      </div>
      <div className={classes.part}>
        <h4>Extensions</h4>
        <FilterRows card={card} part="extensions" one="extension" options={tags?.extensions} />
      </div>
      <div className={classes.part}>
        <h4>Entities</h4>
        {!isReadOnly && (
          <p className={classes.hint}>
            <code>*</code> stands for any text, and a leading <code>~</code> excludes what follows it.
          </p>
        )}
        <Entities card={card} part="first" label={first ?? ''} isCompared={tags !== undefined} />
        <Entities card={card} part="second" label={second ?? ''} isCompared={tags !== undefined} />
      </div>
    </section>
  )
}

interface EntitiesProps extends EntityField {
  readonly label: string
  readonly isCompared: boolean
}

function Entities({ card, part, label, isCompared }: EntitiesProps) {
  const values = useWatch<ReportValues, `${Card}.first` | `${Card}.second`>({ name: `${card}.${part}` })
  const { trigger } = useFormContext<ReportValues>()
  const isReadOnly = useIsReadOnly()
  const [search, setSearch] = useState<string>()
  const { names, unmatched } = useEntities({ card, part }, search, isCompared && !isReadOnly)
  return (
    <>
      <ValuesField
        name={`${card}.${part}`}
        label={label}
        placeholder="Search..."
        suggestions={names}
        unmatched={unmatched}
        // What is chosen here narrows the names of the other fields.
        onChanged={() => void trigger(['group.first', 'group.second', 'endpoint.first', 'endpoint.second'])}
        onSearch={setSearch}
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
