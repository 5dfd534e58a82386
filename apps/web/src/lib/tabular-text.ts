/**
 * The cells that a spreadsheet put on the clipboard: tab-separated lines, where a cell with a tab, a line break or a
 * quote is quoted. Surrounding white space is trimmed; blank lines are skipped.
 */
export function parseTabularText(text: string): string[][] {
  // An unterminated quote is an ordinary character.
  const rows = parse(text, true) ?? parse(text, false) ?? []
  return rows.filter((row) => row.some((cell) => cell !== ''))
}

function parse(text: string, withQuotes: boolean): string[][] | undefined {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  const endCell = () => {
    rows.at(-1)?.push(cell.trim())
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (quoted) {
      if (character !== '"') cell += character
      else if (text.charAt(at + 1) === '"') cell += text.charAt(++at)
      else quoted = false
    } else if (withQuotes && character === '"' && cell === '') quoted = true
    else if (character === '\t') endCell()
    else if (character === '\n' || character === '\r') {
      endCell()
      rows.push([])
    } else cell += character
  }
  endCell()
  return quoted ? undefined : rows
}
