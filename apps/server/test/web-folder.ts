import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A tiny folder like the build of the browser application; removed by `remove`. */
export function makeWebFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'quatrain-web-'))
  mkdirSync(join(path, 'assets'))
  writeFileSync(join(path, 'index.html'), '<!doctype html><title>Quatrain</title>')
  writeFileSync(join(path, 'assets', 'main-abc123.js'), 'export {}')
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
