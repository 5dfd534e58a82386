import { Button } from '@mantine/core'
import { type Change, diffWordsWithSpace, structuredPatch } from 'diff'
import { useMemo } from 'react'
import { z } from 'zod'
import { useStored } from '#lib/storage.ts'
import classes from './DifferenceView.module.css'

interface Props {
  readonly before: string
  readonly after: string
}

/** Longer texts are compared line by line. */
const maxInline = 200

/** The difference of two texts word by word; removed words are crossed out, added ones underlined. */
export function WordDiff({ before, after }: Props) {
  const isLong = [before, after].some((text) => text.length > maxInline || text.trim().includes('\n'))
  if (before !== '' && after !== '' && isLong) return <LineDiff before={before} after={after} />
  const parts = isName(before) || isName(after) ? undefined : wordChanges(before, after)
  return parts ? <Words parts={parts} /> : <Whole before={before} after={after} />
}

/** A name is compared as a whole, including a version after it. */
const isName = (text: string) => /^\S*( \(\S+\))?$/.test(text)

const Whole = ({ before, after }: Props) => (
  <span className={classes.words}>
    {before !== '' && <del>{before}</del>}
    {before !== '' && ' → '}
    {after === '' ? <em className={classes.empty}>empty</em> : <ins>{after}</ins>}
  </span>
)

const layouts = z.enum(['Unified', 'Side by side'])

/** The difference of two long texts, in one column or side by side; texts of several lines have their numbers. */
function LineDiff({ before, after }: { readonly before: string; readonly after: string }) {
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

/** Parts of two texts; those of one side only, if it is given. */
const Words = ({ parts, side }: { readonly parts: readonly Part[]; readonly side?: 'before' | 'after' }) => (
  <span className={classes.words}>
    {parts.map(({ value, origin }, index) => {
      if (origin !== 'both' && side !== undefined && side !== origin) return null
      const Tag = tags[origin]
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its position
      return <Tag key={index}>{value}</Tag>
    })}
  </span>
)

const tags = { both: 'span', before: 'del', after: 'ins' } as const

/** A line, and its number. */
interface Line {
  readonly number: number
  readonly text: string
}

/** A line of both texts, or two lines of which one replaced the other. */
interface LinePair {
  readonly before: Line | undefined
  readonly after: Line | undefined
  readonly isSame: boolean
}

/** The different lines of two texts, each with the equal ones near it, in groups from the top. */
const lineChanges = (before: string, after: string): readonly (readonly LinePair[])[] =>
  structuredPatch('', '', before, after, '', '', { context: 3 }).hunks.map(({ oldStart, newStart, lines }) => {
    const pairs: LinePair[] = []
    let [old, now] = [oldStart, newStart]
    for (const line of lines) {
      const [sign, text] = [line.charAt(0), line.slice(1)]
      if (sign === ' ') pairs.push({ before: { number: old++, text }, after: { number: now++, text }, isSame: true })
      if (sign === '-') pairs.push({ before: { number: old++, text }, after: undefined, isSame: false })
      if (sign !== '+') continue
      // The first removed line of the change that has no counterpart.
      const place = pairs.findLastIndex(({ isSame, after }) => isSame || after !== undefined) + 1
      const added = { number: now++, text }
      pairs[place] = { before: pairs[place]?.before, after: added, isSame: false }
    }
    return pairs
  })

/** A part of two compared texts: of both, or of one of them. */
interface Part {
  readonly value: string
  readonly origin: 'both' | 'before' | 'after'
}

/**
 * The different words of two texts, as phrases: what is between two changes and shorter than both counts as changed too.
 * Returns nothing if the texts have little in common, because a mixture of them would be unreadable.
 */
function wordChanges(before: string, after: string): readonly Part[] | undefined {
  const changes = diffWordsWithSpace(before, after)
  const common = changes.filter(({ added, removed }) => !added && !removed).map(({ value }) => value.trim())
  if (common.join('').length * 3 <= Math.min(before.length, after.length)) return undefined
  return phrasesIn(changes).flatMap(({ removed, added, common }) =>
    [
      { value: removed, origin: 'before' as const },
      { value: added, origin: 'after' as const },
      { value: common, origin: 'both' as const },
    ].filter(({ value }) => value !== ''),
  )
}

/** A change, and the text after it that both have. */
interface Phrase {
  readonly removed: string
  readonly added: string
  readonly common: string
}

const phrasesIn = (changes: readonly Change[]): readonly Phrase[] =>
  changes
    .map(({ value, added, removed }) => ({
      removed: removed ? value : '',
      added: added ? value : '',
      common: added || removed ? '' : value,
    }))
    .reduce<Phrase[]>((phrases, phrase) => {
      const last = phrases.at(-1)
      if (last && isOneWith(last, phrase)) phrases.splice(-1, 1, joined(last, phrase))
      else phrases.push(phrase)
      return phrases
    }, [])
    .map(withoutCommonEnd)

/** A space that both sides end with is common. */
const withoutCommonEnd = ({ removed, added, common }: Phrase): Phrase =>
  removed.endsWith(' ') && added.endsWith(' ')
    ? { removed: removed.slice(0, -1), added: added.slice(0, -1), common: ` ${common}` }
    : { removed, added, common }

/** What is kept at the end of a phrase, or is too short to keep two phrases apart. */
function isOneWith(last: Phrase, next: Phrase): boolean {
  if (last.common === '') return true
  const [size, nextSize] = [sizeOf(last), sizeOf(next)]
  return size > 0 && nextSize > 0 && last.common.trim().length <= Math.min(size, nextSize)
}

const sizeOf = ({ removed, added }: Phrase) => Math.max(removed.length, added.length)

const joined = (last: Phrase, next: Phrase): Phrase => ({
  removed: last.removed + last.common + next.removed,
  added: last.added + last.common + next.added,
  common: next.common,
})
