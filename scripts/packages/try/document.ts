import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { release } from '../release.ts'

/** The blocks of code below a heading of a page of the documentation, so that what is tried is what is written there. */
function blocksBelow(page: string, heading: string): readonly string[] {
  const text = readFileSync(join(release.root, 'docs', page), 'utf8')
  const [, after] = text.split(`\n## ${heading}\n`)
  if (after === undefined) throw new Error(`docs/${page} has no heading ${heading}.`)
  const [section = ''] = after.split('\n## ')
  return [...section.matchAll(/^```\w*\n(.*?)^```$/gms)].map(([, block = '']) => block)
}

/** The commands below a heading, without their comments. */
export const commandsBelow = (page: string, heading: string): readonly string[] =>
  blocksBelow(page, heading)
    .flatMap((block) => block.split('\n'))
    .map((line) => line.replace(/\s+# .*$/, ''))
    .filter((line) => line !== '')

/** The statements below a heading, with a password in each place that is left open. */
export const statementsBelow = (page: string, heading: string, password: string): string =>
  blocksBelow(page, heading)
    .filter((block) => block.startsWith('create '))
    .join('\n')
    .replaceAll("'…'", `'${password}'`)
