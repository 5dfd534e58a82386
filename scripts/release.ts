// Packs what a server needs into `release/quatrain-<version>.tar.gz`: the sources, without tests, and the built browser
// application. On the server: unpack it, then `npm ci --omit=dev` and `npm start`; nothing is built there.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const built = 'apps/web/dist'
if (!existsSync(join(root, built, 'index.html'))) throw new Error('Run `npm run build` before `npm run release`.')

const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const release = `${name}-${version}`

/** npm needs the manifest of every workspace; the browser application is only needed as it was built. */
const isShipped = (path: string) =>
  path.endsWith('package.json') ||
  /^(README|CHANGELOG)\.md$|^(LICENSE|\.npmrc|package-lock\.json)$|^docs\//.test(path) ||
  (/^(apps\/(server|webapi)|packages\/\w+)\//.test(path) && !/\/test(ing)?\/|\.test\.ts$|\/tsconfig\.json$/.test(path))

const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const files = [...tracked.filter(isShipped), built]
const archive = join('release', `${release}.tar.gz`)
mkdirSync(join(root, 'release'), { recursive: true })
// The same commit gives the same archive.
const time = execFileSync('git', ['log', '-1', '--format=%cI'], { cwd: root, encoding: 'utf8' }).trim()
const reproducibly = [
  '--sort=name',
  `--mtime=${time}`,
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--use-compress-program=gzip -n',
]
execFileSync('tar', ['--create', '--file', archive, ...reproducibly, `--transform=s,^,${release}/,S`, ...files], {
  cwd: root,
  stdio: 'inherit',
})
console.log(archive)
