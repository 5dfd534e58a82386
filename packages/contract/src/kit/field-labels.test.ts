import { expect, test } from 'vitest'
import { fieldLabel } from './field-labels.ts'

test.each([
  ['current_password', 'Current password'],
  ['docurl', 'Documentation'],
  ['rules.3.metric', 'Thresholds rules 4, metric'],
  ['group_rules.0.groupname', 'Groups of new users 1, Group'],
  ['constructor', 'Constructor'],
  ['', ''],
])('%s is called %s', (path, label) => {
  expect(fieldLabel(path)).toBe(label)
})
