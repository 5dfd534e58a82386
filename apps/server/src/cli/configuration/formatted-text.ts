import { canonicalText } from '@quatrain/contract/configuration/object-file.ts'
import { isMap } from 'yaml'
import type { FolderFile } from './read-folder.ts'

/**
 * A file in the form in which exports write objects, with its comments. JSON and lists stay as they are. `console` is the address of the
 * console whose schemas first lines name, if they name none.
 */
export function formattedText({ path, text, documents, objects }: FolderFile, console: string | undefined): string {
  const isOfMaps = documents.length === objects.length && documents.every(({ contents }) => isMap(contents))
  if (/\.json$/i.test(path) || !isOfMaps) return text
  return documents
    .map((document, index) => {
      const kind = objects[index]?.kind
      // A line of three dashes stands between documents only.
      document.directives.docStart = index === 0 ? null : true
      return kind ? canonicalText(document, kind, console) : String(document)
    })
    .join('')
}
