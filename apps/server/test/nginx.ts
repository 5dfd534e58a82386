import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** Debian's path. */
const program = '/usr/sbin/nginx'

/** Whether nginx is installed. If it is not, prints which tests are skipped. */
export function hasNginx(): boolean {
  if (existsSync(program)) return true
  console.warn(`${'!'.repeat(100)}\n!!  THE TESTS BEHIND NGINX ARE SKIPPED: there is no ${program}.\n`)
  return false
}

/** Starts nginx with `http` as the content of its `http` block, and waits until it responds at `url`. */
export async function startNginx(http: string, url: string): Promise<{ stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'quatrain-nginx-'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const settings = ['daemon off; master_process off; error_log stderr; pid pid;', 'events {}', 'http { access_log off;']
  writeFileSync(join(folder, 'nginx.conf'), [...settings, ...temporary, http, '}'].join('\n'))
  const child = spawn(program, ['-p', folder, '-c', 'nginx.conf'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.on('data', (data) => {
    log += data
  })
  const deadline = Date.now() + 30_000
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`nginx did not start:\n${log}`)
    await setTimeout(50)
  }
  return {
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )
