// Truncated texts can be focused, which shows them whole. Those of a table are one tab stop, as in a toolbar: the arrow
// keys move between them.

const cut = '[data-cut]'

const textsIn = (table: Element) => [...table.querySelectorAll<HTMLElement>(cut)]

function stopAt(texts: readonly HTMLElement[], stop: HTMLElement | undefined): void {
  for (const text of texts) text.tabIndex = text === stop ? 0 : -1
}

/** Called after texts were added, removed or resized: one of the table stays in the tab order. */
export function keepOneTabStop(table: Element): void {
  const texts = textsIn(table)
  stopAt(texts, texts.find(({ tabIndex }) => tabIndex === 0) ?? texts[0])
}

const steps: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['ArrowRight', 1],
  ['ArrowUp', -1],
  ['ArrowLeft', -1],
])

/** Moves the focus from a text to the one that a key selects; returns whether there is one. */
export function moveFrom(text: HTMLElement, key: string): boolean {
  const table = text.closest('table')
  const step = steps.get(key)
  if (!table || step === undefined) return false
  const texts = textsIn(table)
  const next = texts[texts.indexOf(text) + step]
  if (!next) return false
  stopAt(texts, next)
  next.focus()
  return true
}
