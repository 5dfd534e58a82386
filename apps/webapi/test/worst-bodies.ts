import { mostValuesIn } from '@quatrain/platform/http/json-bounds.ts'
import { at, type Place, placesIn, withValue } from './places.ts'

interface WorstBody {
  readonly what: string
  readonly text: string
}

/** Of what a body may hold, the part that is used: names and brackets around it need the rest. */
const used = 0.9

/** Bodies of up to `size` characters that are the most work for whoever reads them: each text long, each list long, and
 * both at once, as the sample of a body has them. */
export function* worstBodies(sample: unknown, size: number): Generator<WorstBody> {
  const places = placesIn(sample)
  const texts = places.filter((place) => typeof at(sample, place) === 'string')
  const lists = places.filter((place) => Array.isArray(at(sample, place)))
  for (const text of texts) yield body(`a long ${nameOf(text)}`, withLong(sample, text, size))
  for (const list of lists) {
    const outside = texts.filter((text) => list.some((key, position) => key !== text[position]))
    for (const { what, row } of kindsOfRows(at(sample, [...list, '0']))) {
      const filled = (share: number) => withValue(sample, list, rows(row, size * share))
      yield body(`${what} in ${nameOf(list)}`, filled(1))
      for (const text of outside) {
        yield body(`${what} in ${nameOf(list)}, a long ${nameOf(text)}`, withLong(filled(0.5), text, size / 2))
      }
    }
  }
}

const body = (what: string, document: unknown): WorstBody => ({ what, text: JSON.stringify(document) })

const nameOf = (place: Place) => place.join('.') || 'the body'

const withLong = (document: unknown, place: Place, size: number) => withValue(document, place, 'x'.repeat(size * used))

type Row = (index: number) => unknown

/** Rows that repeat, that say nothing, that are of a wrong type, and that differ in each text or in all of them. */
function kindsOfRows(sample: unknown): { what: string; row: Row }[] {
  const texts = placesIn(sample).filter((place) => typeof at(sample, place) === 'string')
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

/** As many rows as have room, in characters and in values. */
function rows(row: Row, size: number): unknown[] {
  const widest = row(1_000_000)
  const byCharacters = size / (JSON.stringify(widest).length + 1)
  const byValues = mostValuesIn(size) / placesIn(widest).length
  return Array.from({ length: Math.min(byCharacters, byValues) * used }, (_, index) => row(index))
}
