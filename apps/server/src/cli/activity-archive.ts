import type { Database } from '@quatrain/platform/database/database.ts'
import { unlimited } from '@quatrain/platform/database/postgresql.ts'
import { readSettings } from '@quatrain/platform/settings.ts'
import { type Command, InvalidArgumentError } from 'commander'
import { openAsOwner } from '#database/open-database.ts'
import { archiveActivity, type DueRows, findDueRows } from '#features/activity-archives/archive-activity.ts'
import { nameOf } from '#features/activity-archives/archive-next.ts'
import { syslogName } from '#features/audit-export/syslog-export.ts'
import { contextOfAll } from '#features/tenants/operator.ts'
import { keptSince } from '#kit/recording/activity-archives.ts'
import { auditReceiver } from '#settings/audit-settings.ts'
import { historySettings } from '#settings/settings.ts'
import { commandLineOperator, databaseSettings } from './session.ts'
import { megabytes, table } from './table.ts'
import { UsageError } from './terminal.ts'

interface Options {
  readonly months?: number
  readonly folder?: string
  readonly dryRun?: true
}

/** `activity archive`. */
export function addActivityArchive(activity: Command): void {
  activity
    .command('archive')
    .description(
      'move old months of it, and the versions that only they need, to files; needs the login that owns the tables',
    )
    .option('--months <number>', 'full months that stay (default: QUATRAIN_HISTORY_MONTHS)', monthsOf)
    .option('--folder <folder>', 'where the files are (default: QUATRAIN_HISTORY_ARCHIVE)')
    .option('--dry-run', 'only report what would be moved')
    .action(async ({ dryRun, ...retention }: Options) => {
      const settings = readSettings(historySettings, process.env)
      const { months = settings.QUATRAIN_HISTORY_MONTHS, folder = settings.QUATRAIN_HISTORY_ARCHIVE } = retention
      if (months === undefined) {
        console.log('Everything stays: QUATRAIN_HISTORY_MONTHS is not set.')
        return
      }
      if (folder === undefined && !dryRun) throw new UsageError('Set QUATRAIN_HISTORY_ARCHIVE, or use --folder.')
      const { QUATRAIN_AUDIT_SYSLOG } = readSettings(auditReceiver, process.env)
      const operator = commandLineOperator()
      const { now } = operator
      const archiving = {
        now,
        folder: folder ?? '',
        before: keptSince(months, now()),
        contextIn: (transaction: Database) => contextOfAll(operator, transaction),
        receivers: QUATRAIN_AUDIT_SYSLOG === undefined ? [] : [syslogName],
      }
      const database = await openAsOwner(readSettings(databaseSettings, process.env), unlimited)
      try {
        await (dryRun ? report(database, archiving) : archive(database, archiving))
      } finally {
        await database.close()
      }
    })
}

function monthsOf(text: string): number {
  const { success, data } = historySettings.shape.QUATRAIN_HISTORY_MONTHS.safeParse(text)
  if (!success || data === undefined) throw new InvalidArgumentError('It must be a number of months, at least 1.')
  return data
}

type ArchivingOptions = Parameters<typeof archiveActivity>[1]

async function archive(database: Database, archiving: ArchivingOptions): Promise<void> {
  let files = 0
  await archiveActivity(database, archiving, {
    archived(tenant, { month, firstNumber, lastNumber, versions, file, bytes }) {
      files += 1
      const rows = lastNumber - firstNumber + 1
      console.log(`${nameOf(tenant)} ${month}: ${amount(rows, versions)} moved to ${file}, ${megabytes(bytes)}.`)
    },
    waiting: (tenant, { number, receiver }) =>
      console.log(
        `${nameOf(tenant)}: old rows after ${number} stay, because the receiver ${receiver} of the export does not have them.`,
      ),
  })
  if (files === 0) console.log(`Nothing to archive before ${day(archiving.before)}.`)
}

async function report(database: Database, archiving: ArchivingOptions): Promise<void> {
  const due = await findDueRows(database, archiving)
  const rows = due.map((tenant) => [
    nameOf(tenant),
    ...[tenant.rows, tenant.versions].map((number) => number.toLocaleString('en')),
    megabytes(tenant.bytes),
    waitsFor(tenant),
  ])
  if (rows.length > 0) console.log(table([['TENANT', 'ROWS', 'VERSIONS', 'STORED', ''], ...rows]))
  console.log(`Everything before ${day(archiving.before)} would be moved. Nothing was written.`)
}

const waitsFor = ({ waitsFor }: DueRows): string =>
  waitsFor === undefined ? '' : `further rows wait for the receiver ${waitsFor} of the export`

const amount = (rows: number, versions: number): string =>
  `${rows.toLocaleString('en')} rows and ${versions.toLocaleString('en')} versions`

const day = (date: Date): string => date.toISOString().slice(0, 10)
