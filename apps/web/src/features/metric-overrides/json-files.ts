import type { OverrideLists } from '@quatrain/contract/resources/metric-override.ts'
import { download } from '#lib/download.ts'
import { readTextFile } from '#lib/read-text-file.ts'
import { counted } from '#lib/words.ts'
import { tell } from '#ui/messages.ts'
import { type ReadLists, readOverrideJson } from './override-json.ts'

/** Gives the lists of the form as a file that is named after the override. */
export function exportLists(name: string, lists: OverrideLists): void {
  download(`${name}.json`, `${JSON.stringify(lists, null, 2)}\n`, 'application/json')
  const rows = Object.values(lists).reduce((count, list) => count + list.length, 0)
  tell.success({ title: 'Exported', lines: [`${counted(rows, 'row')} in ${name}.json`] })
}

/** A file that was chosen, and what could be made of it. */
export interface ChosenFile {
  readonly name: string
  readonly read: ReadLists
}

/** Ten times what the largest override takes. */
const maxBytes = 20_000_000

/** Reads a file that a person has chosen, whatever it is. */
export async function readFile(file: File): Promise<ChosenFile> {
  const text = await readTextFile(file, { format: 'JSON', what: 'override', maxBytes })
  if (text.kind === 'unreadable') return { name: file.name, read: text }
  const read = readOverrideJson(text.text)
  return { name: file.name, read: read.kind === 'lists' ? { ...read, notes: [...text.notes, ...read.notes] } : read }
}
