import { spawn } from 'node:child_process'

// The demonstration. The server restarts when its code changes; the browser application is rebuilt.
const commands = [
  ['npm', 'run', '--silent', 'build', '--workspace', 'apps/web', '--', '--watch'],
  ['node', '--watch-path=apps/server', '--watch-path=apps/webapi', '--watch-path=packages', 'apps/server/src/demo.ts'],
]

const children = commands.map(([command = '', ...args]) => spawn(command, args, { stdio: 'inherit' }))
for (const child of children) {
  child.on('exit', (code) => {
    for (const child of children) child.kill('SIGTERM')
    process.exitCode = code ?? 1
  })
}
process.on('SIGINT', () => {})
