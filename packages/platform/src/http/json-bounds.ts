/** Maximum depth of nested arrays and objects; no valid body has a third of it. */
const maxLevels = 32

/** Bytes of a body's limit for each value that the body may contain. */
const bytesForValue = 32

/** The maximum number of values in a JSON body with this size limit: members of objects and elements of arrays. */
export const maxValuesIn = (bodyLimit: number): number => Math.ceil(bodyLimit / bytesForValue)

/**
 * Returns why this JSON is too complex to be parsed, as a sentence; undefined if it is not. It is checked before parsing, because parsing
 * and validating millions of tiny values blocks the server for seconds.
 */
export function excessOf(text: string, maxValues: number): string | undefined {
  let level = 0
  let values = 0
  let position = 0
  while (position < text.length) {
    const character = text.charCodeAt(position)
    if (character === quote) position = endOfString(text, position)
    else if (character === openBracket || character === openBrace) {
      level += 1
      values += 1
      if (level > maxLevels) return `The request body is nested in more than ${maxLevels} levels.`
    } else if (character === closeBracket || character === closeBrace) level -= 1
    else if (character === comma) values += 1
    if (values > maxValues) return `The request body has more than ${maxValues} values.`
    position += 1
  }
  return undefined
}

/** Index of the quote that ends the string; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let position = start + 1; position < text.length; position += 1) {
    const character = text.charCodeAt(position)
    if (character === quote) return position
    if (character === backslash) position += 1
  }
  return text.length
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]
