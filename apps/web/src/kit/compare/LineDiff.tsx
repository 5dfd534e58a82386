import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { z } from 'zod'
import { useStored } from '#lib/use-stored.ts'
import { counted } from '#lib/words.ts'
import classes from './DifferenceView.module.css'
import { type Line, type LinePair, lineChanges } from './line-changes.ts'
import { Words } from './Words.tsx'
import { wordChanges } from './word-changes.ts'

interface Props {
  readonly before: string
  readonly after: string
}

const layouts = z.enum(['Unified', 'Side by side'])

/** The difference of two long texts, in one column or side by side; texts of several lines have their numbers. */
export function LineDiff({ before, after }: Props) {
  const [layout, setLayout] = useStored('differences.layout', layouts, 'Unified')
  const pairs = useMemo(() => lineChanges(before, after), [before, after])
  const isSplit = layout === 'Side by side'
  return (
    <>
      <Button.Group className={classes.layouts}>
        {layouts.options.map((name) => (
          <Button
            key={name}
            size="compact-xs"
            variant={name === layout ? 'light' : 'default'}
            aria-pressed={name === layout}
            onClick={() => setLayout(name)}
          >
            {name}
          </Button>
        ))}
      </Button.Group>
      <table className={classes.lines}>
        {isSplit ? <SplitHead /> : <UnifiedHead />}
        <tbody>
          {pairs.map((pair) => (
            <PairRows key={keyOf(pair)} pair={pair} isSplit={isSplit} />
          ))}
        </tbody>
      </table>
    </>
  )
}

const keyOf = (pair: LinePair) =>
  'leftOut' in pair ? `after ${pair.after}` : `${pair.before?.number}-${pair.after?.number}`

const UnifiedHead = () => (
  <thead>
    <tr>
      <th scope="col" className={classes.number}>
        Before
      </th>
      <th scope="col" className={classes.number}>
        After
      </th>
      <th scope="col">Text</th>
    </tr>
  </thead>
)

const SplitHead = () => (
  <thead>
    <tr>
      <th scope="col" className={classes.number}>
        Line
      </th>
      <th scope="col">Before</th>
      <th scope="col" className={classes.number}>
        Line
      </th>
      <th scope="col">After</th>
    </tr>
  </thead>
)

function PairRows({ pair, isSplit }: { readonly pair: LinePair; readonly isSplit: boolean }) {
  if ('leftOut' in pair) {
    return (
      <tr>
        <td colSpan={isSplit ? 4 : 3} className={classes.leftOut}>
          {counted(pair.leftOut, 'equal line')}
        </td>
      </tr>
    )
  }
  const { before, after, isSame } = pair
  const parts = before && after && !isSame ? wordChanges(before.text, after.text) : undefined
  const text = (line: Line, side: 'before' | 'after') => (
    <td data-new={isSame ? undefined : side === 'after'}>
      {!isSame && <span className={classes.sign}>{side === 'after' ? '+' : '−'}</span>}
      {parts ? <Words parts={parts} side={side} /> : line.text}
    </td>
  )
  const number = (line: Line | undefined) => <td className={classes.number}>{line?.number}</td>
  if (isSplit) {
    return (
      <tr>
        {number(before)}
        {before ? text(before, 'before') : <td />}
        {number(after)}
        {after ? text(after, 'after') : <td />}
      </tr>
    )
  }
  return (
    <>
      {before && (
        <tr>
          {number(before)}
          {number(isSame ? after : undefined)}
          {text(before, 'before')}
        </tr>
      )}
      {after && !isSame && (
        <tr>
          {number(undefined)}
          {number(after)}
          {text(after, 'after')}
        </tr>
      )}
    </>
  )
}
