import classes from './DifferenceView.module.css'
import { LineDiff } from './LineDiff.tsx'
import { Words } from './Words.tsx'
import { wordChanges } from './word-changes.ts'

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
