import { type Change, diffWordsWithSpace } from 'diff'
import classes from './DifferenceView.module.css'

interface Props {
  readonly before: string
  readonly after: string
}

/** The difference of two texts word by word; removed words are crossed out, added ones underlined. */
export function WordDiff({ before, after }: Props) {
  if (isName(before) || isName(after)) return <Whole before={before} after={after} />
  const changes = diffWordsWithSpace(before, after)
  if (!isRelated(changes, before, after)) return <Whole before={before} after={after} />
  let at = 0
  return (
    <span className={classes.words}>
      {changes.map(({ value, added, removed }) => {
        at += value.length
        const key = `${at}${added ? '+' : removed ? '-' : '='}`
        if (added) return <ins key={key}>{value}</ins>
        return removed ? <del key={key}>{value}</del> : <span key={key}>{value}</span>
      })}
    </span>
  )
}

/** A name is compared as a whole, including a version after it. */
const isName = (text: string) => /^\S*( \(\S+\))?$/.test(text)

/** For texts with little in common, a mixture would be unreadable. */
function isRelated(changes: readonly Change[], before: string, after: string): boolean {
  const kept = changes.filter(({ added, removed }) => !added && !removed).map(({ value }) => value.trim())
  return kept.join('').length * 3 > Math.min(before.length, after.length)
}

const Whole = ({ before, after }: Props) => (
  <span className={classes.words}>
    {before !== '' && <del>{before}</del>}
    {before !== '' && ' → '}
    {after === '' ? <em className={classes.empty}>empty</em> : <ins>{after}</ins>}
  </span>
)
