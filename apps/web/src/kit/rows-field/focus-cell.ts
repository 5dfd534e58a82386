import type { RefObject } from 'react'
import type { RowTableHandle } from '#kit/row-table/RowTable.tsx'

/**
 * Focuses a cell or button of a row, or the first one that can have the focus. The row is named by its key in the table,
 * and its index brings it into view.
 */
export function focusCell(
  table: RefObject<RowTableHandle | null>,
  key: string,
  index: number,
  place: string | undefined,
): void {
  const find = () => {
    const row = table.current?.element?.querySelector(`[data-row="${CSS.escape(key)}"]`)
    const chosen = row?.querySelector<HTMLElement>(`[data-cell="${place}"]:not(:disabled)`)
    return chosen ?? row?.querySelector<HTMLElement>('[data-cell]:not(:disabled)')
  }
  table.current?.reveal(index)
  const element = find()
  // A row that was out of view is rendered one frame later.
  if (element) element.focus()
  else requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus()))
}
