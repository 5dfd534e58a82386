import type { AggregationProfile } from '@quatrain/contract/resources/aggregation-profile.ts'
import { createElement } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { changesBetween } from '#kit/compare/comparable.ts'
import { type LastImport, useLastImport } from '#kit/imports/use-last-import.ts'
import { download } from '#lib/download.ts'
import { loadPart } from '#lib/load-part.ts'
import { readTextFile } from '#lib/read-text-file.ts'
import { counted } from '#lib/words.ts'
import { dialogs } from '#ui/dialogs.ts'
import { tell } from '#ui/messages.ts'
import type { ReadFile } from './aggregation-json.ts'
import { type AggregationProfileValues, aggregationProfileDefinition } from './aggregation-profile-form.ts'
import { groupRows } from './group-rows.ts'
import { JsonImportDialog } from './JsonImportDialog.tsx'

/** Few users need files, so their code is loaded on demand. */
const format = () => loadPart(() => import('./aggregation-json.ts'))

/** Downloads the fields of a profile as a file named after it. */
export async function exportProfile(name: string, profile: Omit<AggregationProfile, 'apiid'>): Promise<void> {
  const { profileJson } = await format()
  download(`${name}.json`, profileJson(profile), 'application/json')
  tell.success({ title: 'Exported', lines: [`${counted(profile.groups.length, 'group')} in ${name}.json`] })
}

/** What one request can contain. */
const maxBytes = 4_000_000

async function readFile(file: File): Promise<ReadFile> {
  const read = await readTextFile(file, { format: 'JSON', what: 'an aggregation profile', maxBytes })
  if (read.kind === 'unreadable') return { kind: 'unreadable', problems: [read.why] }
  const { readProfileJson } = await format()
  const found = readProfileJson(read.text)
  return found.kind === 'content' ? { ...found, notes: [...read.notes, ...found.notes] } : found
}

export interface JsonImport extends LastImport {
  readonly start: (file: File) => Promise<void>
}

/** Imports a file into the form after a preview, and can undo that. */
export function useJsonImport(methods: UseFormReturn<AggregationProfileValues>): JsonImport {
  const { imported, ...last } = useLastImport('The form is as it was before the import.')
  const put = (values: AggregationProfileValues) =>
    methods.reset(values, { keepDefaultValues: true, keepErrors: false })
  return {
    ...last,
    async start(chosen) {
      const file = await readFile(chosen)
      const before = methods.getValues()
      const { groups, ...fields } = file.kind === 'content' ? file.content : {}
      const after = {
        ...before,
        ...fields,
        groups: groups === undefined ? before.groups : groupRows.matching(groups, before.groups),
      }
      const changes = changesBetween(aggregationProfileDefinition, before, after)
      const props = { name: chosen.name, file, changes }
      const isWanted = await dialogs.open<boolean>((close) => createElement(JsonImportDialog, { ...props, close }))
      if (!isWanted) return
      put(after)
      imported(`${chosen.name} is in the form.`, () => put(before))
    },
  }
}
