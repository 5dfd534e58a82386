import { reportTrends } from '@quatrain/contract/web-api/reports.ts'
import { fieldsOfRemote } from '#features/reports/report-document.ts'
import { reportKind } from '#features/reports/reports.kind.ts'
import type { DemoTenant } from './data.ts'
import { contextOfReplay, type Replay } from './profiles.ts'

/** Writes the operations profiles to the Web API, and the reports to both stores. The other profiles have to exist. */
export async function loadReporting(replay: Replay, tenant: DemoTenant): Promise<void> {
  await loadOperationsProfiles(replay, tenant)
  await loadReports(replay, tenant)
}

/** The data has no time for them: they are as old as the oldest report. */
async function loadOperationsProfiles(
  { webApi, clock }: Replay,
  { operations_profiles, reports }: DemoTenant,
): Promise<void> {
  clock.time = new Date(Math.min(...reports.map(({ info }) => info.created.getTime())))
  for (const profile of operations_profiles) await webApi.operationsProfiles.add(profile)
}

const computations = { ar: true, status: true, trends: [...reportTrends] }

/** The data has only the newest state of a report, and the time it was added: until its last change it was disabled. */
async function loadReports(replay: Replay, { reports, groups, users }: DemoTenant): Promise<void> {
  const user = authorOfReports(users)
  for (const report of reports) {
    const { name, description, created, updated } = report.info
    const content = { ...fieldsOfRemote({ ...report, computations }), name, description, groupname: report.groupname }
    const contextAt = (date: Date) => {
      replay.clock.time = date
      return contextOfReplay(replay, { name, user, date_created: date }, groups)
    }
    const { apiid } = await reportKind.add(contextAt(created), {
      ...content,
      disabled: updated > created || content.disabled,
    })
    if (updated > created) await reportKind.change(contextAt(updated), { ...content, apiid })
  }
}

/** The data does not say who has written the reports. */
export const authorOfReports = (users: DemoTenant['users']): string =>
  users.find(({ is_superuser }) => is_superuser)?.username ?? ''
