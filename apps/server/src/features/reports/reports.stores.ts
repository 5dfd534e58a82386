import { reports } from '@quatrain/contract/resources/report.ts'
import { type WebApiReport, type WebApiReportInput, webApiReport } from '@quatrain/contract/web-api/reports.ts'
import type { OwnedAdapter } from '#kit/owned/owned-parts.ts'
import { comparableRemote, contentOfRemote, remoteOf } from './report-document.ts'
import { type Content, reportTable } from './reports.repository.ts'

/** Reports in the Web API and in the console's database. Nothing depends on a report. */
export const reportStores: OwnedAdapter<Content, WebApiReport, WebApiReportInput> = {
  resource: reports,
  remote: (webApi) => webApi.reports,
  item: webApiReport,
  identities: { profiles: ['type', 'id'], filter_tags: ['context', 'name', 'value'] },
  toRemote: (content, { current }) => remoteOf(content, current),
  fromRemote: async (_, item, own) => contentOfRemote(item, own),
  comparable: comparableRemote,
  find: reportTable.findIfThere,
  findAll: reportTable.findAll,
}
