import { expect, test } from 'vitest'
import { performancePage } from './page.ts'

const titles = ['Reads', 'Saves']
const machine = { Date: '2030-01-01', CPU: 'two cores' }
const reads = {
  title: 'Reads',
  how: 'Ten connections.',
  figures: [{ what: 'list', on: 'PostgreSQL', measured: '9/s', holds: true }],
}
const saves = {
  title: 'Saves',
  how: 'One by one.',
  figures: [{ what: 'save', on: 'PostgreSQL', measured: '40 ms', holds: false }],
}

test('a part that is measured separately replaces its section and keeps the others', () => {
  const first = performancePage('', { parts: [reads, saves], machine, titles })
  expect(first).toContain('1 of 2 budgets met. Missed:\n- save (PostgreSQL)\n')

  const figures = [{ what: 'save', on: 'PostgreSQL', measured: '20 ms', holds: true }]
  const second = performancePage(first, {
    parts: [{ ...saves, figures }],
    machine: { ...machine, Date: '2030-01-02' },
    titles,
  })
  expect(second).toContain('2 of 2 budgets met.\n')
  expect(second).not.toContain('40 ms')
  const [, readsThen, savesNow] = second.split(/^## /m)
  expect(first).toContain(`## ${readsThen}`)
  expect(savesNow).toContain('Measured: Date 2030-01-02; CPU two cores.')

  const again = performancePage(second, { parts: [], machine, titles })
  expect(again).toBe(second)
})
