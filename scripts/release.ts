// Packs what a server needs into `release/quatrain-<version>.tar.gz`: the sources, without tests, the built browser
// application, and a bill of materials in CycloneDX that names every package that ships, with its licence. On the server: unpack it, then `npm ci --omit=dev` and `npm start`; nothing is built there.
// Beside it, packs the client for scripts as a package of npm.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isShipped, writeDocuments } from './packages/documents.ts'
import { type Bill, keepMaterials } from './packages/sums.ts'
import { shippedPackages } from './structure/shipped-packages.ts'

const root = join(import.meta.dirname, '..')
const built = 'apps/web/dist'
const client = 'packages/client/dist'
if (![`${built}/index.html`, `${client}/package.json`].every((file) => existsSync(join(root, file))))
  throw new Error('Run `npm run build` before `npm run release`.')

const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const release = `${name}-${version}`

const outputOf = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: root, encoding: 'utf8' }).trim()
const tracked = outputOf('git', 'ls-files').split('\n')
const files = tracked.filter(isShipped)
const archive = join('release', `${release}.tar.gz`)
mkdirSync(join(root, 'release'), { recursive: true })
const documentsFolder = join(root, 'release/documents')
rmSync(documentsFolder, { recursive: true, force: true })
const documents = writeDocuments(root, files, documentsFolder)
// The time is that of the commit, so that the same commit gives the same archive.
const time = outputOf('git', 'log', '-1', '--format=%cI')
const reproducibly = [
  '--sort=name',
  `--mtime=${time}`,
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--use-compress-program=gzip -n',
]
const materials = 'bill-of-materials.cdx.json'
const { serialNumber: _, ...bill }: Bill & { readonly serialNumber: string } = JSON.parse(
  outputOf('npm', 'sbom', '--sbom-format=cyclonedx', '--package-lock-only'),
)
// The packages are computed here, because `--omit=dev` also leaves out packages that both a server and a tool need.
const shipped = new Set(
  shippedPackages(join(root, 'package-lock.json')).map(({ name, version }) => `${name}@${version}`),
)
keepMaterials(bill, (component) => shipped.has(component['bom-ref']))
bill.metadata.timestamp = time
writeFileSync(join(root, 'release', materials), JSON.stringify(bill, null, 2))
execFileSync(
  'tar',
  [
    '--create',
    '--file',
    archive,
    ...reproducibly,
    `--transform=s,^,${release}/,S`,
    ...files.filter((file) => !documents.includes(file)),
    built,
    '-C',
    'release',
    materials,
    '-C',
    'documents',
    ...documents,
  ],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
console.log(archive)
console.log(join('release', outputOf('npm', 'pack', '--silent', `./${client}`, '--pack-destination', 'release')))
