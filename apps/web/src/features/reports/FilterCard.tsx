import { Button } from '@mantine/core'
import { type Card, extensionPrefix } from '@quatrain/contract/reports/filter-places.ts'
import { mixesNegation, valuesWithoutMatch } from '@quatrain/contract/reports/filter-values.ts'
import { flagValues } from '@quatrain/contract/reports/report-filters.ts'
import { entityLabels } from '@quatrain/contract/reports/topology-types.ts'
import { useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useIsReadOnly, useProblem } from '#kit/fields/fields.tsx'
import { newRowId } from '#kit/rows/row-definition.ts'
import { Icon } from '#ui/Icon.tsx'
import { Mark } from '#ui/Mark.tsx'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { Notice } from '#ui/Notice.tsx'
import { SuggestInput } from '#ui/SuggestInput.tsx'
import type { Suggestion } from '#ui/suggestions.ts'
import { NoValue } from '#ui/ValueText.tsx'
import { type EntityField, useEntities } from './entities.ts'
import { chosenType, type ReportValues, type TagRow } from './report-values.ts'
import classes from './reports.module.css'
import { type OfferedTag, type TopologyTags, valuesOfTag } from './use-topology.ts'
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

interface FilterRowsProps {
  readonly card: Card
  readonly part: 'tags' | 'extensions'
  /** `tag` or `extension`. */
  readonly one: string
  /** Undefined if the topology is unknown. */
  readonly options: readonly OfferedTag[] | undefined
}

/** The rows of tags or of extensions of a card. */
function FilterRows(props: FilterRowsProps) {
  const { card, part } = props
  const { field } = useController<Record<string, TagRow[]>>({ name: `${card}.${part}` })
  return useIsReadOnly() ? (
    <Rows rows={field.value} />
  ) : (
    <RowsEdit {...props} rows={field.value} onRows={field.onChange} />
  )
}

const blankRow = (): TagRow => ({ id: newRowId(), name: '', values: [], isFlag: false })

interface EditProps extends FilterRowsProps {
  readonly rows: readonly TagRow[]
  readonly onRows: (rows: readonly TagRow[]) => void
}

function RowsEdit({ card, part, one, options, rows, onRows }: EditProps) {
  const replace = (index: number, row: TagRow) => onRows(rows.map((each, at) => (at === index ? row : each)))
  const optionOf = (name: string) => options?.find((option) => option.name === name)
  /** Every value of a name that the topology does not have is marked. */
  const valuesOfRow = (name: string) => (options && !optionOf(name) ? [] : valuesOfTag(options, name))
  const usedNames = new Set(rows.map(({ name }) => name))
  const suggested = ({ name }: OfferedTag) =>
    part === 'extensions' ? { value: name, hint: `${extensionPrefix}${name}` } : { value: name }
  const rename = (index: number, { id }: TagRow, name: string) =>
    replace(index, { id, name, values: [], isFlag: optionOf(name)?.isFlag ?? false })
  return (
    <>
      {rows.map((row, index) => (
        <div key={row.id} className={classes.row}>
          <NameField
            name={`${card}.${part}.${index}.name`}
            label={`Name of ${one} ${index + 1}`}
            value={row.name}
            isLost={options !== undefined && row.name !== '' && !optionOf(row.name)}
            suggestions={(options ?? []).filter(({ name }) => !usedNames.has(name)).map(suggested)}
            onChange={(name) => rename(index, row, name)}
          />
          {row.isFlag ? (
            <FlagField
              name={`${card}.${part}.${index}.values`}
              label={`Value of ${one} ${index + 1}`}
              value={row.values[0] ?? ''}
              onChange={(value) => replace(index, { ...row, values: value === '' ? [] : [value] })}
            />
          ) : (
            <ValuesField
              isInRow
              name={`${card}.${part}.${index}.values`}
              label={`Values of ${one} ${index + 1}`}
              placeholder="Select..."
              suggestions={optionOf(row.name)?.values ?? []}
              unmatched={valuesWithoutMatch(row.values, { isEntity: false, options: valuesOfRow(row.name) })}
            />
          )}
          <Button
            variant="subtle"
            color="gray"
            size="compact-md"
            aria-label={`Remove ${one} ${index + 1}`}
            onClick={() => onRows(rows.filter((_, at) => at !== index))}
          >
            <Icon name="close" size={15} />
          </Button>
        </div>
      ))}
      <div>
        <Button variant="default" size="compact-sm" onClick={() => onRows([...rows, blankRow()])}>
          Add new {one}
        </Button>
      </div>
    </>
  )
}

interface NameProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly isLost: boolean
  readonly suggestions: readonly Suggestion[]
  readonly onChange: (name: string) => void
}

function NameField({ name, label, value, isLost, suggestions, onChange }: NameProps) {
  const problem = useProblem(name)
  return (
    <div>
      <SuggestInput
        aria-label={label}
        aria-invalid={problem !== undefined}
        placeholder="Select..."
        value={value}
        suggestions={suggestions}
        onChange={onChange}
      />
      {problem && <p className="problem">{problem}</p>}
      {isLost && !problem && <Mark tone="warn">Not in the topology</Mark>}
    </div>
  )
}

interface FlagProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

const FlagField = ({ name, label, value, onChange }: FlagProps) => (
  <NativeSelect
    size="xs"
    aria-label={label}
    error={useProblem(name)}
    value={value}
    data={[{ value: '', label: 'Select...' }, ...flagValues]}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

const Rows = ({ rows }: { readonly rows: readonly TagRow[] }) =>
  rows.length === 0 ? (
    <p className={classes.values}>
      <NoValue />
    </p>
  ) : (
    <ul className={classes.profiles}>
      {rows.map(({ id, name, values }) => (
        <li key={id}>
          <span className="mono">{name}</span>: {values.join(', ')}
        </li>
      ))}
    </ul>
  )
