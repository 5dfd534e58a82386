import { diffWordsWithSpace } from 'diff'
import classes from './DifferenceView.module.css'

/** Two texts in one, word by word; what went is crossed out, what came is underlined. */
export function WordDiff({ before, after }: { readonly before: string; readonly after: string }) {
  // A name is read whole.
  if (!before.includes(' ') || !after.includes(' ')) return whole(before, after)
  let at = 0
  return (
    <span className={classes.words}>
      {diffWordsWithSpace(before, after).map(({ value, added, removed }) => {
        at += value.length
        const key = `${at}${added ? '+' : removed ? '-' : '='}`
        if (added) return <ins key={key}>{value}</ins>
        return removed ? <del key={key}>{value}</del> : <span key={key}>{value}</span>
      })}
    </span>
  )
}

const whole = (before: string, after: string) => (
  <span className={classes.words}>
    {before !== '' && <del>{before}</del>}
    {before !== '' && ' → '}
    {after === '' ? <em className={classes.empty}>empty</em> : <ins>{after}</ins>}
  </span>
)
