import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** npm needs the manifest of every workspace; the browser application is only needed as it was built. */
export const isShipped = (path: string): boolean =>
  path.endsWith('package.json') ||
  /^(README|CHANGELOG)\.md$|^(LICENSE|\.npmrc|package-lock\.json)$|^(docs|deploy\/(?!packages|systemd))\b/.test(path) ||
  (/^(apps\/(server|webapi)|packages\/\w+|tools\/[\w-]+)\//.test(path) &&
    !/\/test(ing)?\/|\.test\.ts$|\/tsconfig\.json$/.test(path))

/** Writes the documents among these files of `root` to `folder`. Links to files that do not ship become their words. */
export function writeDocuments(root: string, files: readonly string[], folder: string): readonly string[] {
  const shipped = new Set(files.flatMap((file) => [file, ...foldersOf(file)]))
  return files.filter(isDocument).map((file) => {
    write(
      folder,
      file,
      withoutDeadLinks(readFileSync(join(root, file), 'utf8'), file, (path) => shipped.has(path)),
    )
    return file
  })
}

/** Copies the documents of the unpacked archive `root` to a folder that has nothing else of it. */
export function copyDocuments(root: string, folder: string): void {
  const unlinkedFiles = ['LICENSE', 'bill-of-materials.cdx.json']
  const inDocs = globSync('{docs,deploy}/**/*.*', { cwd: root })
  const documents = globSync('**/*.md', { cwd: root, exclude: (path) => path.endsWith('node_modules') })
  for (const file of new Set([...unlinkedFiles, ...inDocs, ...documents])) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    copyFileSync(join(root, file), join(folder, file))
  }
  for (const file of documents) {
    const text = readFileSync(join(folder, file), 'utf8')
    write(
      folder,
      file,
      withoutDeadLinks(text, file, (path) => existsSync(join(folder, path))),
    )
  }
}

const isDocument = (file: string) => file.endsWith('.md')

function write(folder: string, file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

function foldersOf(file: string): string[] {
  const folder = dirname(file)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}

const link = /\[([^\]]*)\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)/g

/** The text with the words of a link in the place of the link, if `ships` does not know the path to which it leads. */
const withoutDeadLinks = (text: string, file: string, ships: (path: string) => boolean): string =>
  text.replace(link, (whole, words: string, target: string) =>
    ships(normalize(join(dirname(file), target)).replace(/\/$/, '')) ? whole : words,
  )
