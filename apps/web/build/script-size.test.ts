import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Manifest } from 'vite'
import { beforeAll, expect, test, vi } from 'vitest'

const start = 'index.html'
const chunks = new Map<string, { readonly size: number; readonly imports: readonly string[] }>()

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const outDir = await mkdtemp(join(tmpdir(), 'quatrain-web-'))
  try {
    const root = resolve(import.meta.dirname, '..')
    await build({ root, logLevel: 'warn', build: { outDir, emptyOutDir: true, manifest: 'manifest.json' } })
    const manifest: Manifest = JSON.parse(await readFile(join(outDir, 'manifest.json'), 'utf8'))
    for (const [name, { file, imports = [] }] of Object.entries(manifest)) {
      chunks.set(name, { size: gzipSync(await readFile(join(outDir, file))).length, imports })
    }
  } finally {
    vi.unstubAllEnvs()
    await rm(outDir, { recursive: true })
  }
})

/** Bytes, with gzip, of these parts and of everything that they cannot start without. */
function sizeOf(...parts: readonly string[]): number {
  const needed = new Set<string>()
  const add = (name: string) => {
    if (needed.has(name)) return
    needed.add(name)
    for (const imported of chunkOf(name).imports) add(imported)
  }
  parts.forEach(add)
  return [...needed].reduce((sum, name) => sum + chunkOf(name).size, 0)
}

function chunkOf(name: string) {
  const chunk = chunks.get(name)
  if (!chunk) throw new Error(`The build has no ${name}.`)
  return chunk
}

// The budgets of docs/architecture.md; the bench measures the same with a browser.
test('the login page needs no more script than its budget', () => {
  expect(sizeOf(start)).toBeLessThan(145_000)
})

test('the first list page needs no more script than its budget', () => {
  const listPage = 'src/features/metric-profiles/MetricProfileListPage.tsx'
  expect(sizeOf(start, 'src/app/MemberConsole.tsx', listPage)).toBeLessThan(240_000)
})
