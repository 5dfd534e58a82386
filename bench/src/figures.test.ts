import { expect, test } from 'vitest'
import { below, milliseconds, performancePage } from './figures.ts'

const empty = '# Performance\n\n## Reads\n\nTen connections.\n\nMeasured: never.\n\n## Saves\n\nOne by one.\n'
const machine = { Date: '2030-01-01', CPU: 'two cores' }
const reads = { title: 'Reads', figures: [below('list', 9, 10, milliseconds)] }
const saves = { title: 'Saves', figures: [below('save', 40, 30, milliseconds)] }

test('a part that is measured separately replaces its section and keeps the others', () => {
  const first = performancePage(empty, [reads, saves], machine)
  expect(first).toContain('1 of 2 budgets met. Missed:\n- save (PostgreSQL)\n')

  const sections = [{ ...saves, figures: [below('save', 20, 30, milliseconds)] }]
  const second = performancePage(first, sections, { ...machine, Date: '2030-01-02' })
  expect(second).toContain('2 of 2 budgets met.\n')
  expect(second).not.toContain('40.0 ms')
  const [, readsThen, savesNow] = second.split(/^## /m)
  expect(first).toContain(`## ${readsThen}`)
  expect(savesNow).toContain('One by one.\n\nMeasured: Date 2030-01-02; CPU two cores.\n\n| What')

  const again = performancePage(second, [], machine)
  expect(again).toBe(second)
})
