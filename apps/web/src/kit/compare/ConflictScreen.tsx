import { Button } from '@mantine/core'
import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import { useState } from 'react'
import { itemChanges, mergeItems, mergeText, sideOfText } from '#lib/three-way.ts'
import { mergePairs } from '#lib/three-way-pairs.ts'
import { Notice } from '#ui/Notice.tsx'
import { focusHeading } from '#ui/page-focus.ts'
import { ConflictItems } from './ConflictItems.tsx'
import { ConflictPairs } from './ConflictPairs.tsx'
import classes from './ConflictScreen.module.css'
import { ConflictText } from './ConflictText.tsx'
import { itemOfKey, keyOfItem, type ListPart, type Part, type TextPart } from './parts.ts'

interface Props<Values> {
  readonly parts: readonly Part<Values>[]
  /** What both began with. */
  readonly base: Values
  readonly mine: Values
  readonly theirs: Values
  readonly what: string
  readonly onSettle: (result: Values) => void
}

/** Somebody else saved first: theirs, mine and the result beside each other, part by part. Nothing typed is lost. */
export function ConflictScreen<Values>({ parts, base, mine, theirs, what, onSettle }: Props<Values>) {
  const [result, setResult] = useState(() =>
    parts.reduce((merged, part) => mergePart(part, base, mine, theirs, merged), theirs),
  )
  const rows = parts.flatMap((part) => {
    if (part.kind === 'text') return textRow(part, { base, mine, theirs, result, setResult })
    if (part.kind === 'pairs') {
      const sides = { base: part.of(base), mine: part.of(mine), theirs: part.of(theirs), result: part.of(result) }
      const onChange = (pairs: readonly KeyValue[]) => setResult(part.with(result, pairs))
      return [<ConflictPairs key={part.label} label={part.label} {...sides} onChange={onChange} />]
    }
    return itemRows(part, { base, mine, theirs, result, setResult })
  })
  return (
    <section ref={takeFocus} tabIndex={-1} className={classes.screen} aria-label="Changed by somebody else">
      <Notice kind="warning" role="alert">
        <p>
          Somebody else saved this {what} while you were changing it. Their changes and yours are brought together
          below. Choose what shall stand in the result, then go on and save it.
        </p>
      </Notice>
      <table className={classes.table}>
        <caption className="visually-hidden">Changes on both sides</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Theirs</th>
            <th scope="col">Mine</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>{rows}</tbody>
      </table>
      <div className={classes.actions}>
        <Button onClick={() => onSettle(result)}>Go on with the result</Button>
        <Button variant="default" onClick={() => onSettle(theirs)}>
          Take theirs, drop mine
        </Button>
      </div>
    </section>
  )
}

/** What had the focus is gone when this comes, and this is gone when the form is back. */
const takeFocus = (section: HTMLElement | null) => {
  section?.focus()
  return focusHeading
}

interface Sides<Values> {
  readonly base: Values
  readonly mine: Values
  readonly theirs: Values
  readonly result: Values
  readonly setResult: (result: Values) => void
}

function textRow<Values>(part: TextPart<Values>, { base, mine, theirs, result, setResult }: Sides<Values>) {
  const side = sideOfText(part.of(base), part.of(mine), part.of(theirs))
  if (side === 'neither') return []
  return [
    <ConflictText
      key={part.label}
      label={part.label}
      theirs={part.of(theirs)}
      mine={part.of(mine)}
      result={part.of(result)}
      hasToBeChosen={side === 'both differently'}
      onChange={(text) => setResult(part.with(result, text))}
    />,
  ]
}

function itemRows<Values>(part: ListPart<Values>, { base, mine, theirs, result, setResult }: Sides<Values>) {
  const [before, left, right] = [keysOf(part, base), keysOf(part, mine), keysOf(part, theirs)]
  const changes = itemChanges(before, left, right)
  if (changes.length === 0) return []
  return [
    <ConflictItems
      key={part.label}
      label={part.label}
      changes={changes}
      kept={new Set(keysOf(part, result))}
      onChange={(key, isKept) => {
        const others = part.of(result).filter((item) => keyOfItem(item) !== key)
        setResult(part.with(result, isKept ? [...others, itemOfKey(key)] : others))
      }}
    />,
  ]
}

function mergePart<Values>(part: Part<Values>, base: Values, mine: Values, theirs: Values, merged: Values): Values {
  if (part.kind === 'text') {
    const text = mergeText(part.of(base), part.of(mine), part.of(theirs))
    return part.with(merged, text ?? part.of(mine))
  }
  if (part.kind === 'pairs') return part.with(merged, mergePairs(part.of(base), part.of(mine), part.of(theirs)))
  const keys = mergeItems(keysOf(part, base), keysOf(part, mine), keysOf(part, theirs))
  return part.with(merged, keys.map(itemOfKey))
}

const keysOf = <Values,>(part: ListPart<Values>, values: Values) => part.of(values).map(keyOfItem)
