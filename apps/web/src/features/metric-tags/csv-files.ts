import { download } from '#lib/download.ts'
import { readTextFile } from '#lib/read-text-file.ts'
import { counted } from '#lib/words.ts'
import { tell } from '#ui/messages.ts'
import type { NameSheet } from './name-csv.ts'

/** What reads and writes such files is needed by few, so it comes when somebody asks for it. */
const format = () => import('./name-csv.ts')

const cannotLoad = 'The console could not be loaded completely. Load the page again.'

/** Gives names of metric templates as a file. */
export async function exportNames(fileName: string, names: readonly string[]): Promise<void> {
  try {
    const { csvOfNames } = await format()
    download(`${fileName}.csv`, csvOfNames(names), 'text/csv')
    tell.success({ title: 'Exported', lines: [`${counted(names.length, 'metric template')} in ${fileName}.csv`] })
  } catch {
    tell.error({ title: 'Not exported', lines: [cannotLoad] })
  }
}

/** A file that was chosen, and what could be made of it. */
export interface ChosenFile {
  readonly name: string
  readonly sheet: NameSheet
}

export async function readFile(file: File): Promise<ChosenFile> {
  const { name } = file
  const read = await readTextFile(file, { mostBytes: 20_000_000, what: 'list of metric templates' })
  if (read.kind === 'unreadable') return { name, sheet: read }
  const load = await format().catch(() => undefined)
  if (!load) return { name, sheet: { kind: 'unreadable', why: cannotLoad } }
  const sheet = load.readNameCsv(read.text)
  return { name, sheet: sheet.kind === 'unreadable' ? sheet : { ...sheet, notes: [...read.notes, ...sheet.notes] } }
}
