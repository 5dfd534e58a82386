import { reports } from '@quatrain/contract/resources/report.ts'
import { type WebApiReport, type WebApiReportInput, webApiReport } from '@quatrain/contract/web-api/reports.ts'
import type { CollectionAdapter } from '#kit/two-stores/adapter.ts'
import { comparableRemote, remoteOf } from './report-document.ts'
import { type Content, reportTable, type StoredReport } from './reports.repository.ts'

/** Reports in the Web API and in the console's database. Nothing depends on a report. */
export const reportStores: CollectionAdapter<Content, StoredReport, WebApiReport, WebApiReportInput> = {
  resource: reports,
  remote: (webApi) => webApi.reports,
  item: webApiReport,
  identities: { profiles: ['type', 'id'], filter_tags: ['context', 'name', 'value'] },
  toRemote: (content, { current }) => remoteOf(content, current),
  comparable: comparableRemote,
  find: reportTable.findIfThere,
  findAll: reportTable.findAll,
}
