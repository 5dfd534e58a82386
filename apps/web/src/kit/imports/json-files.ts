import { download } from '#lib/download.ts'
import { readTextFile } from '#lib/read-text-file.ts'
import { tell } from '#ui/messages.ts'

/** The content of a file, or why it cannot be used. */
export type ReadJson<Content> =
  | { readonly kind: 'unreadable'; readonly problems: readonly string[] }
  | {
      readonly kind: 'content'
      readonly content: Content
      /** What is left out, and why. */
      readonly notes: readonly string[]
    }

/** A file that a user has chosen. */
export interface JsonFile<Content> {
  readonly name: string
  readonly read: ReadJson<Content>
}

export interface JsonFormat<Content> {
  /** With its article: 'a report'. */
  readonly contentLabel: string
  readonly maxBytes: number
  readonly read: (text: string) => ReadJson<Content> | Promise<ReadJson<Content>>
}

/** Reads a file; the notes say if its characters had to be guessed. */
export async function readJsonFile<Content>(
  file: File,
  { contentLabel: description, maxBytes, read }: JsonFormat<Content>,
): Promise<JsonFile<Content>> {
  const { name } = file
  const text = await readTextFile(file, { format: 'JSON', description, maxBytes })
  if (text.kind === 'unreadable') return { name, read: { kind: 'unreadable', problems: [text.why] } }
  const content = await read(text.text)
  return { name, read: content.kind === 'content' ? { ...content, notes: [...text.notes, ...content.notes] } : content }
}

/** Downloads `content` as a file named after the object. `contains` counts what is in it: '3 groups'. */
export function exportJson(name: string, content: unknown, contains?: string): void {
  const file = `${name}.json`
  download(file, `${JSON.stringify(content, null, 2)}\n`, 'application/json')
  tell.success({ title: 'Exported', lines: [contains === undefined ? file : `${contains} in ${file}`] })
}
