// Builds the package that is published, into `dist`: the client in one file without imports, and its types, with those of all
// endpoints that accept keys of users, from the description of the API.
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { type ApiDescription, endpointTypes } from './endpoint-types.ts'

const folder = join(import.meta.dirname, '..')
const root = join(folder, '../..')
const dist = join(folder, 'dist')
const jsonOf = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

await build({
  root: folder,
  configFile: false,
  logLevel: 'warn',
  build: {
    target: 'node22',
    minify: false,
    lib: { entry: 'src/client.ts', formats: ['es'], fileName: () => 'client.js' },
    // Of the modules of the contract, only functions and constants are used, not the schemas beside them.
    rolldownOptions: { treeshake: { moduleSideEffects: false }, optimization: { inlineConst: true } },
  },
})
execFileSync(
  'tsc',
  [
    '--declaration',
    '--emitDeclarationOnly',
    '--noEmit',
    'false',
    '--outDir',
    dist,
    '--rootDir',
    'src',
    '--project',
    folder,
  ],
  { cwd: folder, stdio: 'inherit' },
)
const types = readFileSync(join(dist, 'client.d.ts'), 'utf8')
const description: ApiDescription = jsonOf(join(root, 'docs/openapi.json'))
writeFileSync(join(dist, 'client.d.ts'), `${types}\n${endpointTypes(description)}`)
const { name, version, license, description: summary, type } = jsonOf(join(folder, 'package.json'))
writeFileSync(
  join(dist, 'package.json'),
  JSON.stringify(
    {
      name,
      version,
      license,
      description: summary,
      type,
      files: ['client.js', 'client.d.ts'],
      engines: { node: '>=22' },
      exports: { '.': { types: './client.d.ts', default: './client.js' } },
    },
    null,
    2,
  ),
)
copyFileSync(join(root, 'LICENSE'), join(dist, 'LICENSE'))
