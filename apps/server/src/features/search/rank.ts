import { type MarkedText, maxSearchResults, type SearchGroup } from '@quatrain/contract/console/search.ts'
import { fold, marked, wordsOf } from '@quatrain/contract/console/search-words.ts'

/**
 * The objects of a kind as one text with a line for each: its name, its key if that differs, and what is searched besides the name, with
 * tabs between them. 100,000 objects are searched and read many times faster in one text than one by one.
 */
export interface SearchedKind {
  readonly kind: string
  readonly lines: Lines
  /** The lines without case and accents. */
  readonly folded: Lines
  /** The names of the folded lines, with a line break before the first one and after the last one. */
  readonly names: Lines
}

interface Lines {
  readonly text: string
  /** Where each line starts, and after the last one where the next would. */
  readonly starts: Uint32Array
}

/** An object as it is listed. */
export interface SearchedObject {
  readonly key: string
  readonly name: string
  /** What is searched besides the name. */
  readonly about: string
}

/** The lines of a kind, made ready to be searched. */
export function searchedKind(kind: string, text: string): SearchedKind {
  const folded = fold(text)
  const names = linesOf(folded.replace(/\t.*/g, ''))
  return {
    kind,
    lines: linesOf(text),
    folded: linesOf(folded),
    names: { text: `\n${names.text}\n`, starts: names.starts.map((start) => start + 1) },
  }
}

/** The bytes that they need. */
export const sizeOf = ({ lines, folded, names }: SearchedKind): number =>
  [lines, folded, names].reduce((sum, { text, starts }) => sum + text.length + 4 * starts.length, 0)

/** The line of an object. */
export const lineOf = ({ key, name, about }: SearchedObject): string =>
  [name, key === name ? '' : key, about].map((text) => text.replace(/[\t\n]/g, ' ')).join('\t')

function objectOf(line: string): SearchedObject {
  const [name = '', key = '', about = ''] = line.split('\t')
  return { name, key: key === '' ? name : key, about }
}

function linesOf(text: string): Lines {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  starts.push(text.length + 1)
  return { text, starts: Uint32Array.from(starts) }
}

const lineAt = ({ text, starts }: Lines, index: number): string =>
  text.slice(starts[index], (starts[index + 1] ?? 0) - 1)

/**
 * The indexes of the lines that contain all of these words. The search goes on behind the line of the word that comes latest. `before` is
 * the number of line breaks with which the words begin.
 */
function* linesWith({ text, starts }: Lines, words: readonly string[], before = 0): Generator<number> {
  let index = 0
  while (index < starts.length - 1) {
    let furthest = index
    for (const word of words) {
      const at = text.indexOf(word, (starts[furthest] ?? 0) - before)
      if (at < 0) return
      while ((starts[furthest + 1] ?? Number.POSITIVE_INFINITY) <= at + before) furthest += 1
    }
    if (furthest === index || words.length === 1) {
      yield furthest
      index = furthest + 1
    } else index = furthest
  }
}

const maxOfKind = 10

interface Match {
  readonly kind: string
  /** From the best to the last: the whole name, its beginning, beginnings of words, parts of words, and words of the description. */
  readonly rank: number
  /** How many matches of this kind and rank are before it. */
  readonly turn: number
  readonly object: SearchedObject
}

/**
 * The best matches of a text by kind, the kind with the best one first. All words of the text have to occur, in any order. Matches of the
 * same rank keep the order of the lines; a kind with many of them leaves places to the others.
 */
export function bestMatches(kinds: readonly SearchedKind[], text: string): SearchGroup[] {
  const query = fold(text.trim())
  const words = wordsOf(text)
  if (words.length === 0) return []
  const counts = new Map<string, number>()
  const best = kinds
    .flatMap((kind) => matchesOf(kind, query, words))
    .sort((a, b) => a.rank - b.rank || a.turn - b.turn)
    .filter(({ kind }) => {
      const count = counts.get(kind) ?? 0
      counts.set(kind, count + 1)
      return count < maxOfKind
    })
    .slice(0, maxSearchResults)
  return [...Map.groupBy(best, ({ kind }) => kind)].map(([kind, matches]) => ({
    kind,
    results: matches.map(({ object: { key, name, about } }) => ({
      key,
      name: marked(name, words),
      about: excerpt(about, words),
    })),
  }))
}

/** The best matches of a kind, not more than it gets places. What is common is not searched to its end. */
function matchesOf({ kind, lines, folded, names }: SearchedKind, query: string, words: readonly string[]): Match[] {
  const ranks: number[][] = [[], [], [], [], []]
  const add = (rank: number, index: number) => {
    const indexes = ranks[rank]
    if (indexes && indexes.length < maxOfKind) indexes.push(index)
  }
  /** Whether these ranks and the better ones take all places. */
  const isFull = (rank: number) =>
    ranks.slice(0, rank + 1).reduce((sum, indexes) => sum + indexes.length, 0) >= maxOfKind
  const nameAt = (index: number) => lineAt(names, index)

  for (const index of linesWith(names, [`\n${query}\n`], 1)) add(0, index)
  for (const index of linesWith(names, [`\n${query}`], 1)) {
    if (nameAt(index) !== query) add(1, index)
    if (isFull(1)) break
  }
  let last = -1
  for (const index of isFull(1) ? [] : linesWith(names, words)) {
    const name = nameAt(index)
    if (!name.startsWith(query)) add(words.every((word) => beginsWord(name, word)) ? 2 : 3, index)
    last = index
    if (isFull(2) || (words.length === 1 && isFull(3))) break
  }
  // From here on, only names with a better rank are missing, of which there may be few.
  if (isFull(3) && !isFull(2) && words.length === 1) {
    for (const index of linesWithBeginning(names, words[0] ?? '', last + 1)) {
      if (!nameAt(index).startsWith(query)) add(2, index)
      if (isFull(2)) break
    }
  }
  for (const index of isFull(3) ? [] : linesWith(folded, words)) {
    const { name, about } = objectOf(lineAt(folded, index))
    const isInName = (word: string) => name.includes(word)
    if (!words.every(isInName) && words.every((word) => isInName(word) || about.includes(word))) add(4, index)
    if (isFull(4)) break
  }
  return ranks.flatMap((indexes, rank) =>
    indexes.map((index, turn) => ({ kind, rank, turn, object: objectOf(lineAt(lines, index)) })),
  )
}

/** The indexes of the lines from an index on in which a word begins with this text. */
function* linesWithBeginning({ text, starts }: Lines, word: string, from: number): Generator<number> {
  let index = from
  let at = text.indexOf(word, starts[from])
  while (at >= 0) {
    while ((starts[index + 1] ?? Number.POSITIVE_INFINITY) <= at) index += 1
    const begins = isBeginning(text, at)
    if (begins) yield index
    at = text.indexOf(word, begins ? starts[index + 1] : at + 1)
  }
}

function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) if (isBeginning(text, at)) return true
  return false
}

const isBeginning = (text: string, at: number): boolean => at === 0 || !letterOrDigit.test(text.charAt(at - 1))

const letterOrDigit = /[\p{L}\p{N}]/u

const [excerptLength, lengthBefore] = [140, 40]
const halfCharacters = /^[\udc00-\udfff]|[\ud800-\udbff]$/g

/** The part of a long text around the first of the words in it. */
function excerpt(text: string, words: readonly string[]): MarkedText {
  if (text.length <= excerptLength) return marked(text, words)
  const [[first] = [0]] = marked(text, words).marks
  const start = first < excerptLength - lengthBefore ? 0 : first - lengthBefore
  const part = text.slice(start, start + excerptLength).replace(halfCharacters, '')
  return marked(`${start > 0 ? '…' : ''}${part}${start + excerptLength < text.length ? '…' : ''}`, words)
}
