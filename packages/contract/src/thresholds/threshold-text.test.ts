import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isThresholds } from '../web-api/thresholds.ts'
import { editedThresholdProblems, thresholdProblems } from './threshold-rules.ts'
import { readThresholds, type StoredThreshold, thresholdParts, units, writeThresholds } from './threshold-text.ts'

const row = (...texts: readonly string[]): StoredThreshold => {
  const [label = '', value = '', uom = '', warn1 = '', warn2 = '', crit1 = '', crit2 = '', min = '', max = ''] = texts
  return { label, value, uom, warn1, warn2, crit1, crit2, min, max, text: '' }
}

const partsOf = (threshold: StoredThreshold) => thresholdParts.map((part) => threshold[part])

test.each([
  [[row('freshness', '1', 's', '0', '10', '9', '', '0', '25')], 'freshness=1s;0:10;9:;0;25'],
  [[row('entries', '', '', '0', '', '2')], 'entries=0;0:;2:'],
  [[row('time', '2', 'ms', '@10', '20', '@~', '5')], 'time=2ms;@10:20;@~:5'],
  [[row('load', '0.5', '%', '~', '80', '-5', '10')], 'load=0.5%;~:80;-5:10'],
  [
    [row('freshness', '1', 's', '0', '10', '9', '', '0', '25'), row('entries', '', '', '0', '', '2')],
    'freshness=1s;0:10;9:;0;25 entries=0;0:;2:',
  ],
])('%o are written as %j', (rows, text) => expect(writeThresholds(rows, '')).toBe(text))

test.each([
  ['x=1;10;20', ['x', '1', '', '0', '10', '0', '20', '', '']],
  ['x=5;;', ['x', '5', '', '', '', '', '', '', '']],
  ['x=5', ['x', '5', '', '', '', '', '', '', '']],
  ['x=4c;0:5;5:10;;100', ['x', '4', 'c', '0', '5', '5', '10', '', '100']],
  ['x=0.5%;0:1;1:2;0;', ['x', '0.5', '%', '0', '1', '1', '2', '0', '']],
  ['x=1;@10;20', ['x', '1', '', '@0', '10', '0', '20', '', '']],
  ['x=1;@;~', ['x', '1', '', '@', '', '0', '~', '', '']],
  ['x=3GB;0:1;0:2', ['x', '3GB', '', '0', '1', '0', '2', '', '']],
  ['x=3m;0:1;0:2', ['x', '3m', '', '0', '1', '0', '2', '', '']],
  ['x=1;1:2:3', ['x', '1', '', '1', '2:3', '', '', '', '']],
  ['x=1;1;2;3;4;5', ['x', '1', '', '0', '1', '0', '2', '3', '4;5']],
  ['size=10KB;~:5;@~:6', ['size', '10', 'KB', '~', '5', '@~', '6', '', '']],
  ['nonsense', ['nonsense', '', '', '', '', '', '', '', '']],
])('%j is read as %j', (text, parts) => expect(readThresholds(text).map(partsOf)).toEqual([parts]))

test.each([
  ['x=1  y=2', ['x', 'y']],
  ['x=1 ', ['x']],
  ['aa=1bb=2', ['aa', 'bb']],
  ['aa=1;;; ;bb=2s', ['aa', 'bb']],
  ['aa=1\nbb=2', ['aa', 'bb']],
  [' aa=1,  what', ['aa', 'what']],
  ['', []],
])('%j has the labels %j', (text, labels) => expect(readThresholds(text).map(({ label }) => label)).toEqual(labels))

/** Texts that are likely to be thresholds, and texts that are not. */
const word = fc.constantFrom(
  'aa=1',
  'b',
  '=',
  '1.5',
  ';',
  ':',
  '~',
  '@',
  '-',
  ' ',
  '%',
  'KB',
  's',
  ';0:5',
  ';10',
  '\n',
  'GB',
)
const text = fc.oneof(
  fc.string(),
  fc.array(word, { maxLength: 20 }).map((words) => words.join('')),
)

test('what was not touched is written byte for byte, whatever it is', () => {
  fc.assert(
    fc.property(text, (text) => {
      expect(writeThresholds(readThresholds(text), text)).toBe(text)
    }),
  )
})

test('a new threshold beside untouched ones leaves their texts alone', () => {
  const added = row('added', '1', 's', '0', '', '2')
  fc.assert(
    fc.property(text, (text) => {
      const before = readThresholds(text)
      const texts = [...before.map((threshold) => threshold.text), 'added=1s;0:;2:']
      expect(writeThresholds([...before, added], text)).toBe(texts.join(' '))
    }),
  )
})

test('reading loses nothing: each part that is not a separator is in some cell', () => {
  const meaning = (text: string) => text.replace(/[\s;:=]/g, '')
  fc.assert(
    fc.property(text, (text) => {
      // A range without a lower limit begins at 0, which is the only character that a cell adds.
      const cells = readThresholds(text).map((threshold) =>
        partsOf(threshold)
          .join(' ')
          .replace(/(^| )@?0(?= )/g, ''),
      )
      const kept = [...meaning(text)].filter((character) => !'0@'.includes(character)).sort()
      const shown = [...meaning(cells.join(''))].filter((character) => !'0@'.includes(character)).sort()
      expect(shown).toEqual(kept)
    }),
  )
})

const number = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }).map(String),
  fc.constantFrom('.5', '-.5', '5.25', '0', '-0', '007'),
)
const orEmpty = (texts: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), texts)
const lower = fc.oneof(
  number,
  number.map((text) => `@${text}`),
  fc.constantFrom('~', '@~'),
)
const threshold = fc.record({
  label: fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,6}$/),
  value: orEmpty(number),
  uom: fc.constantFrom('', ...units),
  warn1: lower,
  warn2: orEmpty(number),
  crit1: lower,
  crit2: orEmpty(number),
  min: orEmpty(number),
  max: orEmpty(number),
  text: fc.constant(''),
})
const valid = threshold.filter((threshold) => thresholdProblems(threshold).length === 0)

test('what the form accepts is what the Web API accepts, and is read back as it was typed', () => {
  fc.assert(
    fc.property(fc.array(valid, { minLength: 1, maxLength: 5 }), (rows) => {
      const text = writeThresholds(rows, '')
      expect(isThresholds(text)).toBe(true)
      const typed = rows.map((threshold) => partsOf({ ...threshold, value: threshold.value || '0' }))
      expect(readThresholds(text).map(partsOf)).toEqual(typed)
    }),
  )
})

test('a threshold of which one part was changed is still in the form of thresholds, with the other parts as they were', () => {
  const stored = text.filter(isThresholds)
  fc.assert(
    fc.property(stored, fc.constantFrom('value', 'warn2', 'crit2', 'min', 'max'), number, (stored, part, typed) => {
      const [first, ...others] = readThresholds(stored)
      if (!first) return
      const edited = { ...first, [part]: typed }
      if (editedThresholdProblems(edited).length > 0) return
      const written = writeThresholds([edited, ...others], stored)
      expect(isThresholds(written)).toBe(true)
      expect(readThresholds(written).map(partsOf)).toEqual([edited, ...others].map(partsOf))
    }),
  )
})
