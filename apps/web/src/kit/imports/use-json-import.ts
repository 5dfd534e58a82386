import { createElement } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type Comparable, changesBetween, comparedFields } from '#kit/compare/comparable.ts'
import { counted } from '#lib/words.ts'
import { dialogs } from '#ui/dialogs.ts'
import { JsonImportDialog } from './JsonImportDialog.tsx'
import { type JsonFormat, readJsonFile } from './json-files.ts'
import { type LastImport, useLastImport } from './use-last-import.ts'

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
      const isWanted = await dialogs.open<boolean>((close) =>
        createElement(JsonImportDialog, { fileName, read, fields, changes, close }),
      )
      if (!isWanted) return
      put(after)
      imported(`${fileName}: ${counted(Object.keys(changes).length, 'field')} changed.`, () => put(before))
    },
  }
}
