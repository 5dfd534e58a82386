import { reports } from '@quatrain/contract/resources/report.ts'
import { groupedObjects } from '#kit/resource/grouped-objects.ts'

/** The Web API does not know groups, so a change of them is a change of the console's database alone. */
export const groupedReports = groupedObjects({ resource: reports, table: 'reports' })
