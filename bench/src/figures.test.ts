import { expect, test } from 'vitest'
import { below, milliseconds, performancePage } from './figures.ts'

const titles = ['Reads', 'Saves']
const machine = { Date: '2030-01-01', CPU: 'two cores' }
const reads = { title: 'Reads', how: 'Ten connections.', figures: [below('list', 9, 10, milliseconds)] }
const saves = { title: 'Saves', how: 'One by one.', figures: [below('save', 40, 30, milliseconds)] }

test('a part that is measured separately replaces its section and keeps the others', () => {
  const first = performancePage('', { sections: [reads, saves], machine, titles })
  expect(first).toContain('1 of 2 budgets met. Missed:\n- save (PostgreSQL)\n')

  const sections = [{ ...saves, figures: [below('save', 20, 30, milliseconds)] }]
  const second = performancePage(first, { sections, machine: { ...machine, Date: '2030-01-02' }, titles })
  expect(second).toContain('2 of 2 budgets met.\n')
  expect(second).not.toContain('40.0 ms')
  const [, readsThen, savesNow] = second.split(/^## /m)
  expect(first).toContain(`## ${readsThen}`)
  expect(savesNow).toContain('Measured: Date 2030-01-02; CPU two cores.')

  const again = performancePage(second, { sections: [], machine, titles })
  expect(again).toBe(second)
})
