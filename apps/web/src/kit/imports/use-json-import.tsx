import type { Fields } from '@quatrain/contract/compare/field.ts'
import type { Changes } from '@quatrain/contract/compare/rules.ts'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type Comparable, changesBetween, comparedFields, LazyDifferenceView } from '#kit/compare/comparable.ts'
import { download } from '#lib/download.ts'
import { readTextFile } from '#lib/read-text-file.ts'
import { counted } from '#lib/words.ts'
import { dialogs } from '#ui/dialogs.tsx'
import { tell } from '#ui/messages.ts'
import { ImportFrame } from './ImportFrame.tsx'
import { type LastImport, useLastImport } from './last-import.tsx'

interface Props {
  readonly fileName: string
  readonly read: ReadJson<unknown>
  readonly fields: Fields
  /** What the file changes in the form. */
  readonly changes: Changes
  readonly close: (isWanted?: boolean) => void
}

/** Previews what a file with one object changes in the form. */
const JsonImportDialog = ({ fileName, read, fields, changes, close }: Props) => (
  <ImportFrame
    title="Import JSON"
    fileName={fileName}
    about="The fields of the form become those of the file. A name and a group that are filled in stay."
    read={read}
    canApply={Object.keys(changes).length > 0}
    cancel={() => close()}
    apply={() => close(true)}
  >
    {read.kind === 'content' && (
      <LazyDifferenceView
        level={3}
        fields={fields}
        changes={changes}
        emptyText="The form already has the content of the file."
      />
    )}
  </ImportFrame>
)

export interface JsonImport extends LastImport {
  readonly start: (file: File) => Promise<void>
}

interface Options<Values extends FieldValues, Content> {
  readonly methods: UseFormReturn<Values>
  readonly definition: Comparable<Values>
  readonly format: JsonFormat<Content>
  /** The values of the form after an import of `content` into `values`. */
  readonly importedInto: (values: Values, content: Content) => Values
}

/** Imports a file with one object into its form after a preview, and can undo that. */
export function useJsonImport<Values extends FieldValues, Content>(options: Options<Values, Content>): JsonImport {
  const { methods, definition, format, importedInto } = options
  const { imported, ...last } = useLastImport('The form is as it was before the import.')
  const put = (values: Values) => {
    methods.reset(values, { keepDefaultValues: true })
    void methods.trigger()
  }
  return {
    ...last,
    async start(chosenFile) {
      const { name: fileName, read } = await readJsonFile(chosenFile, format)
      const before = methods.getValues()
      const after = read.kind === 'content' ? importedInto(before, read.content) : before
      const changes = changesBetween(definition, before, after)
      const fields = comparedFields(definition)
      const isWanted = await dialogs.open<boolean>((close) => (
        <JsonImportDialog fileName={fileName} read={read} fields={fields} changes={changes} close={close} />
      ))
      if (!isWanted) return
      put(after)
      imported(`${fileName}: ${counted(Object.keys(changes).length, 'field')} changed.`, () => put(before))
    },
  }
}

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
interface JsonFile<Content> {
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
async function readJsonFile<Content>(
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
