/** The parts of a text between separators that no `\` precedes. */
export function splitUnescaped(text: string, separator: string): string[] {
  const parts = ['']
  for (const piece of text.match(/\\[\s\S]|[^\\]|\\$/g) ?? []) {
    if (piece === separator) parts.push('')
    else parts[parts.length - 1] += piece
  }
  return parts
}

/** Whether the Web API accepts it as a `tags` parameter: `name:value` pairs between commas. Empty parts have no effect. */
export const isTagFilter = (text: string): boolean =>
  splitUnescaped(text, ',').every((part) => part === '' || splitUnescaped(part, ':').length > 1)
