import { Button } from '@mantine/core'
import { counted } from '#lib/words.ts'
import classes from './Selection.module.css'
import type { ListSelection } from './SelectionColumn.tsx'

interface Props {
  readonly of: ListSelection
  /** The keys of the rows on the current page, and of all rows that match the filters. */
  readonly shown: readonly string[]
  readonly matching: readonly string[]
  readonly words: { readonly one: string; readonly many: string }
}

/** The number of selected rows, those that are not displayed, and the actions on them. Without a selection nothing is seen. */
export function SelectionBar({ of: { selection, actions }, shown, matching, words: { one, many } }: Props) {
  const { chosen, take, clear } = selection
  const found = matching.filter((key) => chosen.has(key)).length
  const inSight = shown.filter((key) => chosen.has(key)).length
  const hidden = chosen.size - found
  const isPageTaken = shown.length > 0 && inSight === shown.length
  return (
    <div className={classes.bar} data-empty={chosen.size === 0}>
      <span role="status">
        {chosen.size > 0 && `${counted(chosen.size, one, many)} selected`}
        {hidden > 0 && `, ${hidden.toLocaleString('en')} of them hidden by the filters`}
        {found > inSight && `, ${(found - inSight).toLocaleString('en')} of them on other pages`}
      </span>
      {chosen.size > 0 && (
        <div className={classes.actions} role="toolbar" aria-label={`Selected ${many}`}>
          {isPageTaken && found < matching.length && (
            <Button size="compact-sm" variant="subtle" onClick={() => take(matching)}>
              Select all {matching.length.toLocaleString('en')} that match
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" onClick={clear}>
            Clear selection
          </Button>
          {actions}
        </div>
      )}
    </div>
  )
}
