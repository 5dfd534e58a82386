import type { AggregationProfile } from '@quatrain/contract/resources/aggregation-profile.ts'
import type { UseFormReturn } from 'react-hook-form'
import { exportJson, type JsonFormat, type JsonImport, useJsonImport } from '#kit/imports/use-json-import.tsx'
import { loadPart } from '#lib/load-part.ts'
import { counted } from '#lib/words.ts'
import type { FileContent } from './aggregation-json.ts'
import { type AggregationProfileValues, aggregationProfileDefinition } from './aggregation-profile-form.ts'
import { groupRows } from './group-rows.ts'

/** Few users need files, so their code is loaded on demand. */
const loadFormat = () => loadPart(() => import('./aggregation-json.ts'))

/** Downloads the fields of a profile as a file named after it. */
export async function exportProfile(name: string, profile: Omit<AggregationProfile, 'apiid'>): Promise<void> {
  const { fileContent } = await loadFormat()
  exportJson(name, fileContent(profile), counted(profile.groups.length, 'group'))
}

const format: JsonFormat<FileContent> = {
  contentLabel: 'an aggregation profile',
  // What one request can contain.
  maxBytes: 4_000_000,
  read: async (text) => (await loadFormat()).readProfileJson(text),
}

/** Imports a file into the form after a preview. Groups that are already in the form keep their identity. */
export const useProfileImport = (methods: UseFormReturn<AggregationProfileValues>): JsonImport =>
  useJsonImport({
    methods,
    definition: aggregationProfileDefinition,
    format,
    importedInto: (values, { groups, ...fields }: FileContent) => ({
      ...values,
      ...fields,
      groups: groups === undefined ? values.groups : groupRows.matching(groups, values.groups),
    }),
  })
