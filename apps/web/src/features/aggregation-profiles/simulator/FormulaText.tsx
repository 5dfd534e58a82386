import { Button } from '@mantine/core'
import { useState } from 'react'
import { CopyButton } from '#ui/ValueText.tsx'
import classes from './simulator.module.css'

/** Longer formulas are cut at first. */
const maxLength = 800

/** The formula as a text that can be copied. */
export function FormulaText({ formula }: { readonly formula: string }) {
  const [isWhole, showWhole] = useState(false)
  const isCut = formula.length > maxLength && !isWhole
  return (
    <div className={classes.formula}>
      <code>{isCut ? `${formula.slice(0, maxLength)}…` : formula}</code>
      <CopyButton text={formula} subject="formula" />
      {isCut && (
        <Button size="compact-sm" variant="subtle" onClick={() => showWhole(true)}>
          Show the whole formula
        </Button>
      )}
    </div>
  )
}
