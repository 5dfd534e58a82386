import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../src')
const sources = globSync('**/*.{ts,tsx}', { cwd: source }).map((file) => readFileSync(join(source, file), 'utf8'))

/** The components that are imported by name, without types. */
const imported = new Set(
  sources.flatMap((text) =>
    [...text.matchAll(/^import \{([^}]*)\} from '@mantine\/core'$/gm)].flatMap(([, names = '']) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => /^[A-Z]/.test(name)),
    ),
  ),
)
const styles = new Set(
  sources.flatMap((text) => [...text.matchAll(/@mantine\/core\/styles\/(\w+)\.layer\.css/g)].map(([, name]) => name)),
)

test('the styles of every component of the library that is used are loaded', () => {
  const { resolve } = createRequire(import.meta.url)
  const hasStyles = (component: string) => {
    try {
      return resolve(`@mantine/core/styles/${component}.layer.css`) !== ''
    } catch {
      return false
    }
  }
  expect(imported).toContain('Button')
  expect([...imported].filter((component) => hasStyles(component) && !styles.has(component))).toEqual([])
})
