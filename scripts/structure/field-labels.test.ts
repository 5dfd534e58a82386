import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fieldLabel } from '@quatrain/contract/kit/field-labels.ts'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../apps/web/src')

/** The labels of each field in forms, without what forms add to them. */
const labels = new Map<string, Set<string>>()
for (const file of globSync('{features,kit}/**/*.tsx', { cwd: root }).filter((file) => !file.endsWith('.test.tsx'))) {
  for (const [, props = ''] of readFileSync(join(root, file), 'utf8').matchAll(/<\w*Field\b([^<>]*)>/g)) {
    const [, name] = /\bname="(\w+)"/.exec(props) ?? []
    const [, label] = /\blabel="([^"]+)"/.exec(props) ?? []
    if (name && label) labels.set(name, (labels.get(name) ?? new Set()).add(label.replace(' (optional)', '')))
  }
}

/** Fields that are sent under another name, or have one of their own. */
const others = ['ports', 'metric', 'services', 'groups', 'title', 'attribute']

test('errors call a field as one of its forms does', () => {
  expect(labels.size).toBeGreaterThan(30)
  const differing = [...labels].filter(([name, known]) => !others.includes(name) && !known.has(fieldLabel(name)))
  expect(differing.map(([name, known]) => [name, fieldLabel(name), ...known])).toEqual([])
})
