import { maxValuesIn } from '../src/http/json-bounds.ts'
import { at, type Place, placesIn, withValue } from './places.ts'

interface WorstBody {
  readonly what: string
  readonly text: string
}

/** Maximum depth of a body, besides its envelope. */
const levels = 28

/** The part of a body limit that is used: names and brackets need the rest. */
const used = 0.9

/**
 * Bodies of up to `size` characters that are the most expensive to validate: with each text long, each list long, and
 * both, based on a sample.
 */
export function* worstBodies(sample: unknown, size: number): Generator<WorstBody> {
  yield* longTexts(sample, size)
  yield* longLists(sample, size)
  const texts = textsIn(sample)
  for (const list of listsIn(sample)) {
    const outside = texts.filter((text) => list.some((key, position) => key !== text[position]))
    for (const { what, row } of kindsOfRows(at(sample, [...list, '0']))) {
      const half = withValue(sample, list, rows(row, size / 2))
      for (const text of outside) {
        yield body(`${what} in ${nameOf(list)}, a long ${nameOf(text)}`, withLong(half, text, size / 2))
      }
    }
  }
}

/** Bodies with each text of a sample in turn as long as `size` characters allow. */
export function* longTexts(sample: unknown, size: number): Generator<WorstBody> {
  for (const text of textsIn(sample)) yield body(`a long ${nameOf(text)}`, withLong(sample, text, size))
}

/** The same for each list, with rows of each kind; with at most as many rows as `mostIn` says. */
export function* longLists(
  sample: unknown,
  size: number,
  maxIn: (list: Place) => number = () => Number.POSITIVE_INFINITY,
): Generator<WorstBody> {
  for (const list of listsIn(sample)) {
    const most = maxIn(list)
    for (const { what, row } of kindsOfRows(at(sample, [...list, '0']))) {
      const filled = rows(row, size).slice(0, most)
      yield body(`${filled.length} times ${what} in ${nameOf(list)}`, withValue(sample, list, filled))
    }
  }
}

const textsIn = (sample: unknown) => placesIn(sample).filter((place) => typeof at(sample, place) === 'string')
const listsIn = (sample: unknown) => placesIn(sample).filter((place) => Array.isArray(at(sample, place)))

/** Bodies of up to `size` characters that are the most expensive for any schema. */
export function* worstOfAnyKind(size: number): Generator<WorstBody> {
  const most = Math.floor(maxValuesIn(size) * used)
  const keys = (length: number) => Object.fromEntries(Array.from({ length }, (_, index) => [`k${index}`, 0]))
  const nested = `${'['.repeat(levels)}${']'.repeat(levels)}`
  yield body('unknown members', keys(Math.min(most, (size * used) / 12)))
  yield body('objects with unknown members', { a: Array(Math.floor(most / 11)).fill(keys(10)) })
  yield {
    what: 'lists in lists',
    text: `{"a":[${Array(Math.floor(most / (levels + 1)))
      .fill(nested)
      .join()}]}`,
  }
  yield { what: 'half of a list', text: `[${'0,'.repeat(most)}` }
  yield { what: 'blanks', text: `{${' '.repeat(size * used)}}` }
  yield { what: 'escapes', text: `{"${'\\u0041'.repeat((size * used) / 6)}":0}` }
}

const body = (what: string, document: unknown): WorstBody => ({ what, text: JSON.stringify(document) })

const nameOf = (place: Place) => place.join('.') || 'the body'

const withLong = (document: unknown, place: Place, size: number) => withValue(document, place, 'x'.repeat(size * used))

type Row = (index: number) => unknown

/** Rows that repeat, that are empty, that have a wrong type, and that differ in one text or in all of them. */
function kindsOfRows(sample: unknown): { what: string; row: Row }[] {
  const texts = textsIn(sample)
  const inAll = (text: string) => texts.reduce((row, place) => withValue(row, place, text), sample)
  return [
    { what: 'the same', row: () => sample },
    { what: 'blanks', row: () => inAll('') },
    { what: 'wrong types', row: () => 1 },
    { what: 'different ones', row: (index) => inAll(`${index}`) },
    ...texts.slice(1).map((_, position) => ({
      what: `different ${nameOf(texts[position] ?? [])}`,
      row: (index: number) => withValue(sample, texts[position] ?? [], `${index}`),
    })),
  ]
}

/** The maximum number of rows, by characters and by values. */
function rows(row: Row, size: number): unknown[] {
  const widest = row(1_000_000)
  const byCharacters = size / (JSON.stringify(widest).length + 1)
  const byValues = maxValuesIn(size) / placesIn(widest).length
  return Array.from({ length: Math.min(byCharacters, byValues) * used }, (_, index) => row(index))
}
