import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { counted } from '#lib/words.ts'
import classes from './DifferenceView.module.css'
import { PairsDifference } from './PairsDifference.tsx'
import { type Difference, type Item, keyOfItem } from './parts.ts'
import { WordDiff } from './WordDiff.tsx'

interface Props {
  readonly differences: readonly Difference[]
  /** Said where there is no difference. */
  readonly none?: string
  /** Which heading each part gets; those right below the page's own are landmarks. */
  readonly level: 2 | 3 | 4
}

/** What differs, part by part: texts by word, lists by what came and went. */
export function DifferenceView({ differences, none = 'No differences', level }: Props) {
  const Heading = `h${level}` as const
  const Part = level === 2 ? 'section' : 'fieldset'
  if (differences.length === 0) return <p className={classes.none}>{none}</p>
  return (
    <div className={classes.list}>
      {differences.map((difference) => (
        <Part key={difference.label} className={classes.part} aria-label={difference.label}>
          <Heading className={classes.label}>{difference.label}</Heading>
          <Body {...difference} />
        </Part>
      ))}
    </div>
  )
}

function Body(difference: Difference) {
  if (difference.kind === 'text') return <WordDiff {...difference} />
  return difference.kind === 'pairs' ? <PairsDifference {...difference} /> : <ListDifference {...difference} />
}

const mostShown = 12

function ListDifference({ columns, came, gone, label }: Extract<Difference, { kind: 'list' }>) {
  const [isWhole, showWhole] = useState(false)
  const rows = useMemo(() => inOrder(came, gone), [came, gone])
  const shown = isWhole ? rows : rows.slice(0, mostShown)
  return (
    <>
      <p className={classes.counts}>{countsOf(came, gone)}</p>
      {shown.length > 0 && (
        <table className={classes.items}>
          <caption className="visually-hidden">{label}</caption>
          <colgroup>
            <col className={classes.sign} />
          </colgroup>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Change</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ item, isNew }) => (
              <tr key={`${isNew}${keyOfItem(item)}`} data-new={isNew}>
                <th scope="row">{isNew ? '+ added' : '− removed'}</th>
                {item.map((cell, column) => (
                  <td key={columns[column]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {shown.length < rows.length && (
        <Button size="compact-sm" variant="subtle" onClick={() => showWhole(true)}>
          Show all {rows.length.toLocaleString('en')}
        </Button>
      )}
    </>
  )
}

/** What went and what came side by side, so that a changed member is seen as one. */
const inOrder = (came: readonly Item[], gone: readonly Item[]) =>
  [...gone.map((item) => ({ item, isNew: false })), ...came.map((item) => ({ item, isNew: true }))].sort((a, b) =>
    keyOfItem(a.item).localeCompare(keyOfItem(b.item)),
  )

const countsOf = (came: readonly Item[], gone: readonly Item[]) =>
  [
    ...(gone.length > 0 ? [counted(gone.length, 'removed', 'removed')] : []),
    ...(came.length > 0 ? [counted(came.length, 'added', 'added')] : []),
  ].join(', ') || 'none'
