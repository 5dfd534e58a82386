import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { beforeAll, expect, test, vi } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const chunks = new Map<string, Rolldown.OutputChunk>()
const styles = new Map<string, string | Uint8Array>()

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const outDir = await mkdtemp(join(tmpdir(), 'quatrain-web-'))
  try {
    const built = await build({ root, logLevel: 'warn', build: { outDir, emptyOutDir: true } })
    const { output } = built as Rolldown.RolldownOutput
    for (const file of output) {
      if (file.type === 'chunk') chunks.set(file.fileName, file)
      else styles.set(file.fileName, file.source)
    }
  } finally {
    vi.unstubAllEnvs()
    await rm(outDir, { recursive: true })
  }
})

/** The chunk of a module, which is named by the end of its path. */
function chunkWith(module: string): Rolldown.OutputChunk {
  const chunk = [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
  if (!chunk) throw new Error(`No chunk has ${module}.`)
  return chunk
}

/** The chunks with these modules, and everything that they cannot start without. */
function neededFor(...modules: readonly string[]): readonly Rolldown.OutputChunk[] {
  const needed = new Set(modules.map(chunkWith))
  for (const { imports } of needed) {
    for (const name of imports) {
      const imported = chunks.get(name)
      if (imported) needed.add(imported)
    }
  }
  return [...needed]
}

const stylesOf = (needed: readonly Rolldown.OutputChunk[]): readonly string[] => [
  ...new Set(needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])),
]

/** Bytes of scripts and style sheets, with gzip. */
function sizeOf(...modules: readonly string[]): number {
  const needed = neededFor(...modules)
  const files = [...needed.map(({ code }) => code), ...stylesOf(needed).map((name) => styles.get(name) ?? '')]
  return files.reduce((sum, file) => sum + gzipSync(file).length, 0)
}

const start = '/src/main.tsx'
const frame = '/src/app/MemberConsole.tsx'

// The budgets of docs/architecture.md.
test.for([
  ['the login page', 141_000, [start]],
  ['home', 219_000, [start, frame, '/home/HomePage.tsx']],
  ['administration', 225_500, [start, frame, '/app/pages/AdministrationPage.tsx']],
  ['a list', 222_000, [start, frame, '/metric-profiles/MetricProfileListPage.tsx']],
  ['a public list', 222_000, [start, '/src/app/PublicConsole.tsx', '/metric-profiles/MetricProfileListPage.tsx']],
  ['a form', 292_000, [start, frame, '/metric-profiles/MetricProfilePages.tsx']],
] as const)('%s needs at most its budget of scripts and styles', ([, most, modules]) => {
  expect(sizeOf(...modules)).toBeLessThan(most)
})

test('every page needs at most 25 scripts and style sheets, and few bytes', () => {
  const pages = [...chunks.values()]
    .flatMap(({ moduleIds }) => moduleIds)
    .filter((id) => /\/src\/(app|features)\/.*Pages?\.tsx$/.test(id))
  expect(pages.length).toBeGreaterThan(70)
  const loads = pages.map((page) => {
    const needed = neededFor(start, frame, page)
    const requests = needed.length + stylesOf(needed).length
    return { page: page.slice(root.length), requests, bytes: sizeOf(start, frame, page) }
  })
  const mostBytes = (page: string) => (/ListPages?\.tsx$/.test(page) ? 268_300 : 360_000)
  expect(loads.filter(({ page, requests, bytes }) => requests > 25 || bytes > mostBytes(page))).toEqual([])
})
