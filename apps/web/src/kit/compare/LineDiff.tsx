import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { z } from 'zod'
import { useStored } from '#lib/use-stored.ts'
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
  const groups = useMemo(() => lineChanges(before, after), [before, after])
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
        <thead>
          <tr>
            {(isSplit ? splitHeads : unifiedHeads).map(([name, isNumber], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: both numbers have one heading
              <th key={index} scope="col" className={isNumber ? classes.number : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((pairs) => (
          <tbody key={`${pairs[0]?.before?.number}-${pairs[0]?.after?.number}`}>
            {pairs.map((pair) => (
              <PairRows key={`${pair.before?.number}-${pair.after?.number}`} pair={pair} isSplit={isSplit} />
            ))}
          </tbody>
        ))}
      </table>
    </>
  )
}

const unifiedHeads = [
  ['Before', true],
  ['After', true],
  ['Text', false],
] as const
const splitHeads = [
  ['Line', true],
  ['Before', false],
  ['Line', true],
  ['After', false],
] as const

function PairRows({ pair, isSplit }: { readonly pair: LinePair; readonly isSplit: boolean }) {
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
