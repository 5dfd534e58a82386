import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lintFolders } from './lint.ts'

const limits = `kind: thresholdsprofile
name: LIMITS
spec:
  groupname: ops
  rules:
    - metric: web.http
      thresholds: "time=1s;10:;20:"
`
const override = `kind: metricoverride
name: local
spec:
  global_attributes:
    - attribute: PORT
      value: "1"
`
const metric = `kind: metric
name: web.http
spec:
  group: ops
  config: []
  probeversion: web-probe (1.0.0)
`
const template = `kind: metrictemplate
name: web.http
spec:
  mtype: Active
  probeversion: web-probe (1.0.0)
  probeexecutable: check_http
  description: d
`

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lint-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

test('folders are checked without a server, as far as their files say what rules need', async () => {
  const tenant = await folderOf({
    'thresholds/LIMITS.yaml': limits,
    'overrides.yaml': override,
    'metrics/web.yaml': metric,
  })
  const { text, exitCode } = await lintFolders([tenant], {})
  expect(text.split('\n')).toEqual([
    'thresholds/LIMITS.yaml:1: warning: The warning range hides a part of the critical one: time. (thresholds/critical-hidden)',
    '1 finding.',
  ])
  expect(exitCode).toBe(2)
  const catalogue = await folderOf({ 'web.yaml': template })
  const both = await lintFolders([tenant, catalogue], {})
  expect(both.text).toContain('overrides.yaml:1: warning: No metric has an attribute PORT. (override/unread-attribute)')
})

test('hints alone are no failure, and SARIF names rule, level and place', async () => {
  const folder = await folderOf({ 'LIMITS.yaml': limits.replace('time=1s;10:;20:', 'free_space=1s;10:20;20:') })
  const { answer, exitCode } = await lintFolders([folder], { sarif: true })
  expect(exitCode).toBe(0)
  expect(answer).toMatchObject({
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { rules: [{ id: 'thresholds/label' }] } },
        results: [
          {
            ruleId: 'thresholds/label',
            level: 'note',
            locations: [{ physicalLocation: { artifactLocation: { uri: 'LIMITS.yaml' }, region: { startLine: 1 } } }],
          },
        ],
      },
    ],
  })
})
