// Cut texts can have the focus, which shows all of them. In a table they are one tab stop together, as in a toolbar:
// the arrow keys go from one to the next.

const cut = '[data-cut]'

const textsIn = (table: Element) => [...table.querySelectorAll<HTMLElement>(cut)]

function stopAt(texts: readonly HTMLElement[], stop: HTMLElement | undefined): void {
  for (const text of texts) text.tabIndex = text === stop ? 0 : -1
}

/** After texts have come, gone, or got more room: one of the table's stays in the order of the tab key. */
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

/** Moves the focus from a text to the one that a key leads to; answers whether there is one. */
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
