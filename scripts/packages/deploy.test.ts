import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { release } from './release.ts'
import { has, skip } from './skipped.ts'

const read = (path: string) => readFileSync(join(release.root, path), 'utf8')
const deployed = globSync('deploy/**/*.{env,yaml,service,conf,tpl}', { cwd: release.root })

/** Whether this machine has a program. Says loudly if it has not. */
function needs(program: string, what: string): boolean {
  if (has(program)) return true
  skip(`${what}: this machine has no ${program}.`)
  return false
}

describe('the files that operators install', () => {
  test('name only settings that exist', () => {
    const described = new Set(`${read('docs/settings.md')}${read('apps/webapi/README.md')}`.match(/QUATRAIN_\w+/g))
    const used = deployed.flatMap((path) => read(path).match(/QUATRAIN_\w+/g) ?? [])
    expect(used.length).toBeGreaterThan(10)
    expect(used.filter((name) => !described.has(name))).toEqual([])
  })

  test('are those of this version', () => {
    const versions = [
      ...(read('deploy/helm/Chart.yaml').match(/(?<=^(version|appVersion): ).*$/gm) ?? []),
      ...(read('deploy/compose/compose.yaml').match(/(?<=image: quatrain:).*$/gm) ?? []),
    ]
    expect(new Set(versions)).toEqual(new Set([release.version]))
  })

  test('log messages that alerts and their documentation name exist', () => {
    const quoted =
      read('deploy/prometheus/alerts.yaml').match(/(?<=[Ll]ook .*)(?<=['"])[a-z-]+ [a-z -]+(?=['"])/g) ?? []
    const [, table = ''] = /^\| Message \|.*?\n([^#]*)/ms.exec(read('docs/monitoring.md')) ?? []
    const documented = table.match(/(?<=^\|.*`)[^`|]+(?=`.*\| \d0 \|)/gm) ?? []
    expect([quoted.length > 2, documented.length > 5]).toEqual([true, true])
    const sources = globSync('{apps/server,packages/platform}/src/**/*.ts', { cwd: release.root })
    const code = sources.map(read).join('\n')
    // Rounds log their failures with their names.
    const rounds = code.matchAll(/runInRounds\(app, \{\s*name: '(.*?)'/g)
    const logged = [code, 'request completed', ...[...rounds].map(([, name]) => `${name} failed`)].join('\n')
    expect([...quoted, ...documented].filter((message) => !logged.includes(message))).toEqual([])
  })

  test('each alert leads to its section of the documentation', () => {
    const rules = [...read('deploy/prometheus/alerts.yaml').matchAll(/- alert: (\w+)\n.*?monitoring\.md#(\w+)\n/gs)]
    const sections = read('docs/monitoring.md').match(/(?<=^### )Quatrain\w+$/gm) ?? []
    expect(rules.length).toBeGreaterThan(10)
    expect(rules.map(([, alert, section]) => [alert, section])).toEqual(
      sections.map((name) => [name, name.toLowerCase()]),
    )
  })

  test.runIf(needs('promtool', 'alert rules'))('alert rules are valid, and each fault has its alert', () => {
    const cwd = join(release.root, 'deploy/prometheus')
    execFileSync('promtool', ['check', 'rules', 'alerts.yaml'], { cwd })
    execFileSync('promtool', ['test', 'rules', 'alerts.test.yaml'], { cwd })
  })

  test.each(['quatrain', 'quatrain-webapi', 'postinstall', 'preremove'])(
    'the script %s has no syntax errors',
    (name) => {
      execFileSync('sh', ['-n', join(release.root, 'deploy/packages', name)])
    },
  )

  test.runIf(needs('systemd-analyze', 'THE SYSTEMD UNITS WERE NOT RATED'))(
    'the systemd units expose little: less than 3 of 10',
    () => {
      for (const unit of globSync('deploy/systemd/*.service', { cwd: release.root })) {
        const rate = ['security', '--offline=true', '--no-pager', '--threshold=30', unit]
        const { status, stdout } = spawnSync('systemd-analyze', rate, { cwd: release.root, encoding: 'utf8' })
        expect({ unit, status, rating: stdout.trim().split('\n').at(-1) }).toMatchObject({ status: 0 })
      }
    },
  )

  const rendered = [[], ['--set=webApi.enabled=false,webApi.url=http://webapi.test']]
  const claim = ['--set=console.tenantFilesClaim=tenants']
  const ingress = ['--set=ingress.enabled=true,ingress.hosts={console.test},ingress.tlsSecret=tls']
  test.runIf(needs('helm', 'THE HELM CHART WAS NOT LINTED')).each([...rendered, claim, ingress])(
    'the Helm chart is valid, with %j',
    (...settings) => {
      const chart = join(release.root, 'deploy/helm')
      execFileSync('helm', ['lint', '--strict', chart, ...settings], { stdio: 'pipe' })
      const { stdout } = spawnSync('helm', ['template', 'q', chart, ...settings], { encoding: 'utf8' })
      expect(stdout.match(/readOnlyRootFilesystem: true/g)?.length).toBe(stdout.match(/^kind: Deployment$/gm)?.length)
    },
  )
})
