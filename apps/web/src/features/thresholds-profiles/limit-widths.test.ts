import { expect, test } from 'vitest'
import { limitWidths } from './limit-widths.ts'

const blank = {
  id: '',
  label: '',
  value: '',
  uom: '',
  warn1: '',
  warn2: '',
  crit1: '',
  crit2: '',
  min: '',
  max: '',
  text: '',
}

const widthsOf = (...thresholds: Partial<typeof blank>[]) =>
  limitWidths([{ thresholds: thresholds.map((threshold) => ({ ...blank, ...threshold })) }])

test('a column is as wide as its longest number, and never narrower than usual', () => {
  const widths = widthsOf({ warn1: '5', max: '100000' }, { max: '1234567.5' })
  expect(widths).toMatchObject({ '--width-of-warn1': '66px', '--width-of-max': '107px' })
  expect(widthsOf({ max: '12' })).toMatchObject({ '--width-of-max': '66px', '--excess': '0px' })
})

test('a long text is not shown whole', () => {
  expect(widthsOf({ min: '1'.repeat(16) })).toEqual(widthsOf({ min: '1'.repeat(300) }))
})

test('the table asks for more only if its columns need more than is left', () => {
  expect(widthsOf({ crit1: '100000' })).toMatchObject({ '--excess': '0px' })
  expect(widthsOf({ warn1: '1234567.5', warn2: '1234567.5' })).toMatchObject({ '--excess': '32px' })
})
