// The files of an export: which ones are written and removed, so that the folder says what the console has.
import { createHash } from 'node:crypto'
import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { Configuration } from '@quatrain/contract/configuration/configuration.ts'
import { type ConfiguredObject, configuredKind } from '@quatrain/contract/configuration/configured-kinds.ts'
import { canonicalText, objectText } from '@quatrain/contract/configuration/object-file.ts'
import { UsageError } from '../terminal.ts'
import { comparableSpec, objectKey } from './parse-objects.ts'
import type { Folder, FolderFile } from './read-folder.ts'

/** Paths have slashes and begin below the folder. */
export interface Export {
  readonly written: ReadonlyMap<string, string>
  readonly removed: readonly string[]
}

/** What nobody reads as an object. */
const listOfLeftOut = 'not-exported.md'

/**
 * The files that differ from what the console has. A file of several objects or of JSON is written by people: throws a usage error if one of
 * its objects differs. Other files whose object differs keep their name and the comments outside of its spec.
 */
export function exportOf(folder: Folder, { objects, left_out }: Configuration, console: string): Export {
  const written = new Map<string, string>()
  const fileOf = new Map(folder.files.flatMap((file) => file.keys.map((key) => [key, file] as const)))
  const specOf = new Map(
    folder.files
      .flatMap(({ objects }) => objects)
      .map(({ kind, name, spec }) => [objectKey(kind.resource.kind, name), JSON.stringify(spec)]),
  )
  const takenNames = new Set(folder.files.map(({ path }) => caseless(path)))
  const refused: string[] = []
  for (const object of objects) {
    const key = objectKey(object.kind, object.name)
    const file = fileOf.get(key)
    const kind = configuredKind(object.kind)
    if (kind && specOf.get(key) === JSON.stringify(comparableSpec(kind, object))) continue
    if (file && !isOfOneObject(file)) refused.push(`${file.path}: ${object.kind} ${object.name}`)
    else if (file) written.set(file.path, changedText(file, object, console))
    else written.set(newPath(object, takenNames), objectText(object, console))
  }
  if (refused.length > 0) {
    throw new UsageError(
      `Files of several objects, and JSON, are not written. These objects differ: ${refused.join(', ')}.`,
    )
  }
  const keys = new Set(objects.map(({ kind, name }) => objectKey(kind, name)))
  const removed = folder.files.filter((file) => isOfExport(file, console) && !file.keys.some((key) => keys.has(key)))
  written.set(listOfLeftOut, ['# Not exported', '', ...left_out.map((text) => `- ${text}`), ''].join('\n'))
  return { written, removed: removed.map(({ path }) => path) }
}

const isOfOneObject = ({ path, keys, documents }: FolderFile): boolean =>
  keys.length === 1 && documents.length === 1 && /\.ya?ml$/i.test(path)

function changedText({ documents: [document] }: FolderFile, object: ConfiguredObject, console: string): string {
  const kind = configuredKind(object.kind)
  if (!document || !kind) throw new Error(`Objects of the kind ${object.kind} cannot be in files.`)
  document.set('spec', document.createNode(object.spec))
  return canonicalText(document, kind, console)
}

/** Whether an export has written the file, and nobody has changed it since. */
function isOfExport(file: FolderFile, console: string): boolean {
  const [object] = file.objects
  if (!object || !isOfOneObject(file)) return false
  const { kind, name, spec } = object
  const isNamedSo = namesOf(name).some((fileName) => file.path === `${kind.folder}/${fileName}.yaml`)
  return isNamedSo && file.text === objectText({ kind: kind.resource.kind, name, spec }, console)
}

/** Some file systems take two names for one that differ only in this. */
const caseless = (path: string): string => path.normalize('NFC').toLowerCase()

function newPath({ kind, name }: ConfiguredObject, takenNames: Set<string>): string {
  const folder = configuredKind(kind)?.folder ?? kind
  const paths = namesOf(name).map((fileName) => `${folder}/${fileName}.yaml`)
  const path = paths.find((path) => !takenNames.has(caseless(path))) ?? ''
  takenNames.add(caseless(path))
  return path
}

const percentEncoded = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

const maxNameBytes = 200

/** The names that the file of an object can have on every system, the shortest first: the next one is taken if it is not free. */
export function namesOf(name: string): string[] {
  const safeName = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*%]|^[. ]|[. ]$/gu, percentEncoded)
    .replace(/^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i, percentEncoded)
  const digest = createHash('sha256').update(name).digest('hex')
  const beginning = [...safeName].slice(0, maxNameBytes / 5).join('')
  const longNames = [`${beginning}~${digest.slice(0, 8)}`, `${beginning}~${digest}`]
  return Buffer.byteLength(safeName) > maxNameBytes ? longNames : [safeName, ...longNames]
}

/** Makes the folder as the export says. Nothing is written through links. Returns the paths of the files that have another text now. */
export async function writeExport(folder: string, { written, removed }: Export): Promise<string[]> {
  const changedPaths: string[] = []
  await mkdir(folder, { recursive: true })
  const root = await realpath(folder)
  for (const [path, text] of written) {
    const file = join(root, path)
    await mkdir(dirname(file), { recursive: true })
    if (!`${await realpath(dirname(file))}${sep}`.startsWith(root + sep)) {
      throw new UsageError(`${path} is not in the folder: a link leads out of it.`)
    }
    if ((await readFile(file, 'utf8').catch(() => undefined)) === text) continue
    changedPaths.push(path)
    // What reads the folder meanwhile sees the old file or the new one.
    const newFile = `${file}.new`
    await rm(newFile, { force: true })
    await writeFile(newFile, text, { flag: 'wx' })
    await rename(newFile, file)
  }
  for (const path of removed) await rm(join(root, path))
  return changedPaths
}
