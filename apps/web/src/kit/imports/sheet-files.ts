import { download } from '#lib/download.ts'
import { readTextFile } from '#lib/read-text-file.ts'
import { tell } from '#ui/messages.ts'

/** The result of parsing a file. */
export type Sheet<Row> =
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'rows'; readonly rows: readonly Row[]; readonly notes: readonly string[] }

/** A file that was chosen. */
export interface ChosenFile<Row> {
  readonly name: string
  readonly sheet: Sheet<Row>
}

/** What is offered to choose from, as the browser names it. */
export const csvTypes = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain'

const cannotLoad = 'The console could not be loaded completely. Reload the page.'

/** Ten times what the longest list takes. */
const maxBytes = 20_000_000

/** Reads a file that a user has chosen. `what` names the expected content; `load` loads the parser on demand. */
export async function readSheet<Row>(
  file: File,
  label: string,
  load: () => Promise<(text: string) => Sheet<Row>>,
): Promise<ChosenFile<Row>> {
  const { name } = file
  const read = await readTextFile(file, { format: 'CSV', maxBytes, description: label })
  if (read.kind === 'unreadable') return { name, sheet: read }
  const parse = await load().catch(() => undefined)
  if (!parse) return { name, sheet: { kind: 'unreadable', why: cannotLoad } }
  const sheet = parse(read.text)
  return { name, sheet: sheet.kind === 'unreadable' ? sheet : { ...sheet, notes: [...read.notes, ...sheet.notes] } }
}

/** Downloads a file; `lines` creates its content. */
export async function exportSheet(
  fileName: string,
  make: () => Promise<string>,
  lines: readonly (string | undefined)[],
): Promise<void> {
  try {
    download(fileName, await make(), 'text/csv')
    tell.success({ title: 'Exported', lines })
  } catch {
    tell.error({ title: 'Not exported', lines: [cannotLoad] })
  }
}
