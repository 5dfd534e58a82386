import type { MetricInstance } from '@quatrain/contract/resources/metric-profile.ts'
import { download } from '#lib/download.ts'
import { readTextFile } from '#lib/read-text-file.ts'
import { counted } from '#lib/words.ts'
import { tell } from '#ui/messages.ts'
import type { MetricSheet } from './metric-csv.ts'

/** What reads and writes such files is needed by few, so it comes when somebody asks for it. */
const format = () => import('./metric-csv.ts')

const cannotLoad = 'The console could not be loaded completely. Load the page again.'

/** Gives the pairs as a file that is named after their profile. */
export async function exportPairs(name: string, pairs: readonly MetricInstance[], hasChanges: boolean): Promise<void> {
  try {
    const { csvOfPairs } = await format()
    download(`${name}.csv`, csvOfPairs(pairs), 'text/csv')
    const unsaved = hasChanges ? 'Changes that are not saved yet are in it.' : undefined
    tell.success({ title: 'Exported', lines: [`${counted(pairs.length, 'pair')} in ${name}.csv`, unsaved] })
  } catch {
    tell.error({ title: 'Not exported', lines: [cannotLoad] })
  }
}

/** Gives a file with the heading row alone. */
export const exportTemplate = async (): Promise<void> => {
  try {
    const { csvOfPairs } = await format()
    download('metric-profile.csv', csvOfPairs([]), 'text/csv')
  } catch {
    tell.error({ title: 'Not exported', lines: [cannotLoad] })
  }
}

/** A file that was chosen, and what could be made of it. */
export interface ChosenFile {
  readonly name: string
  readonly sheet: MetricSheet
}

/** Ten times what the largest profile takes. */
const mostBytes = 20_000_000

/** Reads a file that a person has chosen, whatever it is. */
export async function readFile(file: File): Promise<ChosenFile> {
  const { name } = file
  const read = await readTextFile(file, { mostBytes, what: 'metric profile' })
  if (read.kind === 'unreadable') return { name, sheet: read }
  const load = await format().catch(() => undefined)
  if (!load) return { name, sheet: { kind: 'unreadable', why: cannotLoad } }
  const sheet = load.readMetricCsv(read.text)
  return { name, sheet: sheet.kind === 'unreadable' ? sheet : { ...sheet, notes: [...read.notes, ...sheet.notes] } }
}
