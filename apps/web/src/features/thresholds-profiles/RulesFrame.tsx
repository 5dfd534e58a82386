import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import { limitWidths } from './limit-widths.ts'
import type { RuleRow } from './rule-rows.ts'
import classes from './thresholds.module.css'

interface Props {
  readonly rules: readonly RuleRow[]
  readonly children: ReactNode
}

/** Around the table of rules: its columns share the width by the numbers they hold. */
export function RulesFrame({ rules, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const style = useMemo(() => limitWidths(rules), [rules])
  const excess = style['--excess']
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows above a cell change their heights with the excess
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (box.current?.contains(focused)) focused?.scrollIntoView({ block: 'nearest' })
  }, [excess])
  return (
    <div ref={box} className={classes.rules} style={style}>
      {children}
    </div>
  )
}
