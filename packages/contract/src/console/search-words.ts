import type { MarkedText } from './search.ts'

/**
 * The text without case and accents. It is in upper case, because that of a character does not depend on the others, as the lower case of a
 * Greek sigma does.
 */
export const fold = (text: string): string =>
  isPlain.test(text) ? text.toUpperCase() : text.normalize('NFD').replace(accents, '').toUpperCase()

const isPlain = /^[\t\n -~]*$/
const accents = /[\u0300-\u036f]/g

/** The folded words of a text that is searched. */
export const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/\s+/)
    .filter((word) => word !== '')

/** The text with the places of these folded words. */
export function marked(text: string, words: readonly string[]): MarkedText {
  const places = placesOfFolded(text)
  const folded = places.map(({ unit }) => unit).join('')
  const markedUnits = new Set<number>()
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      for (const { start, end } of places.slice(at, at + word.length)) {
        for (let unit = start; unit < end; unit += 1) markedUnits.add(unit)
      }
    }
  }
  const marks: [number, number][] = []
  for (const unit of [...markedUnits].sort((a, b) => a - b)) {
    const last = marks.at(-1)
    if (last?.[1] === unit) last[1] = unit + 1
    else marks.push([unit, unit + 1])
  }
  return { text, marks }
}

/** Each unit of the folded text, with its part of the text: `ß` becomes two units, accents belong to their letter. */
function placesOfFolded(text: string) {
  const places: { unit: string; start: number; end: number }[] = []
  let start = 0
  for (const character of text) {
    const end = start + character.length
    const folded = fold(character)
    const last = places.at(-1)
    if (folded === '' && last) last.end = end
    for (const unit of folded.split('')) places.push({ unit, start, end })
    start = end
  }
  return places
}
