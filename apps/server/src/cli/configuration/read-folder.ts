import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { planConfiguration } from '@quatrain/contract/configuration/configuration.ts'
import { megabyte } from '@quatrain/contract/kit/endpoint.ts'
import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import { messageOf } from '#features/status/finding.ts'
import { UsageError } from '../terminal.ts'
import { type FileProblem, objectKey, type ParsedFile, parseObjects } from './parse-objects.ts'

/** A file below the folder, by its path with slashes, as it was read. */
export interface FolderFile extends ParsedFile {
  readonly path: string
  readonly text: string
}

export interface Folder {
  readonly files: readonly FolderFile[]
  /** Everything that is wrong but for rules. */
  readonly problems: readonly FileProblem[]
  readonly brokenRules: readonly FileProblem[]
}

const maxBytes = planConfiguration.bodyLimit ?? 0

/**
 * All objects of the YAML and JSON files below a folder. What begins with a dot, such as `.git`, is not read, and no link is followed out of
 * the folder. Throws a usage error if the folder cannot be read, or has more than one plan can have.
 */
export async function readFolder(folder: string): Promise<Folder> {
  try {
    const root = await realpath(folder)
    const paths = (await pathsBelow(root)).sort(byCodePoint)
    const files: FolderFile[] = []
    const problems: FileProblem[] = []
    const readPaths = new Set<string>()
    let bytes = 0
    for (const path of paths) {
      const file = relative(root, path).split(sep).join('/')
      const problem = (rule: string) => problems.push({ file, line: 1, column: 1, field: '', rule })
      const target = await realpath(path)
      if (!target.startsWith(root + sep)) {
        problem('The link leads out of the folder')
        continue
      }
      if (readPaths.has(target)) continue
      readPaths.add(target)
      bytes += (await stat(target)).size
      if (bytes > maxBytes)
        throw new UsageError(`The files in ${folder} are larger than ${maxBytes / megabyte} MB together.`)
      const text = utf8Of(await readFile(target))
      if (text === undefined) problem('The file is not UTF-8')
      else files.push({ path: file, text, ...parseObjects(file, text) })
    }
    return {
      files,
      problems: [...problems, ...files.flatMap(({ problems }) => problems), ...repeatedIn(files)],
      brokenRules: files.flatMap(({ brokenRules }) => brokenRules),
    }
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(messageOf(error))
  }
}

async function pathsBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const paths = entries
    .filter(({ name }) => !name.startsWith('.'))
    .map(async (entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return pathsBelow(path)
      return /\.(ya?ml|json)$/i.test(entry.name) ? [path] : []
    })
  return (await Promise.all(paths)).flat()
}

/** The text without a byte order mark, with the line ends of Unix; undefined if it is not UTF-8. */
function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n')
  } catch {
    return undefined
  }
}

function repeatedIn(files: readonly FolderFile[]): FileProblem[] {
  const places = new Map<string, string>()
  return files
    .flatMap(({ objects }) => objects)
    .flatMap(({ kind, name, file, line }) => {
      const key = objectKey(kind.resource.kind, name)
      const place = places.get(key)
      if (place === undefined) places.set(key, `${file}:${line}`)
      return place === undefined
        ? []
        : [{ file, line, column: 1, field: 'name', rule: `The object is also in ${place}` }]
    })
}
