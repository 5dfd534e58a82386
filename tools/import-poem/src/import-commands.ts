import { writeFile } from 'node:fs/promises'
import { readOtherDatabase } from '@quatrain/platform/database/other-database.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { withSecrets } from '@quatrain/server/cli/session.ts'
import { messageOf as firstLineOf } from '@quatrain/server/features/status/finding.ts'
import { type Command, InvalidArgumentError } from 'commander'
import { importPoem } from './import-poem.ts'
import { readDumps } from './read-dump.ts'
import { readPostgreSql } from './read-postgresql.ts'
import { messageOf, reportLines, reportOf } from './report.ts'

/** `import poem`. */
export function addImportCommands(program: Command): void {
  program
    .command('import')
    .description('installations of other systems')
    .command('poem')
    .description('import tenants with everything that they have; what the console has already is never changed')
    .requiredOption('--from <address or folder>', 'address of the PostgreSQL database, or a folder of JSON dumps')
    .option('--dry-run', 'only report what would be imported')
    .option('--web-api <url>', 'the Web API of that installation, which has the content of profiles and reports')
    .option(
      '--web-api-key <tenant=key>',
      "a tenant's key for that Web API, if its own is revoked or missing",
      withPair,
      new Map(),
    )
    .option('--time-zone <name>', 'its time zone, for times without one in dumps or in its database', zoneNamed, 'UTC')
    .option(
      '--hostname <schema=host>',
      'host name of a tenant, of dumps (default: schema.super-host)',
      withPair,
      new Map(),
    )
    .option(
      '--tenant <schema=name>',
      'name of a tenant, of dumps (default: the schema in capitals)',
      withPair,
      new Map(),
    )
    .option('--combined-from <schema=tenants>', 'tenants that feed a combined one, with commas', withPair, new Map())
    .option('--report <file>', 'write every row that differs or was not imported, as lines of JSON')
    .action((options: Options) =>
      withSecrets(async (operator, secrets) => {
        const {
          from,
          dryRun = false,
          webApi: url,
          webApiKey: keys,
          timeZone: zone,
          hostname: hostnames,
          tenant: names,
        } = options
        const combinedFrom = new Map([...options.combinedFrom].map(([schema, names]) => [schema, names.split(',')]))
        const isAddress = /^postgres(ql)?:\/\//.test(from)
        const schemas = isAddress ? await readDatabase(from) : await readDumps(from)
        const imported = await importPoem(operator, secrets, schemas, {
          dryRun,
          zone,
          webApi: url === undefined ? undefined : { url, keys },
          hostnames,
          names,
          combinedFrom,
        })
        console.log(reportOf(imported))
        if (options.report !== undefined) await writeFile(options.report, reportLines(imported))
        if (dryRun) console.log('\nNothing was written.')
        const failed = imported.filter(({ failure }) => failure !== undefined)
        if (failed.length > 0) {
          const reasons = failed.map(({ tenant, failure }) => `${tenant}: ${messageOf(failure)}`)
          throw new Error(`These were not imported. ${reasons.join(' ')}`)
        }
      }),
    )
}

interface Options {
  readonly from: string
  readonly dryRun?: true
  readonly webApi?: string
  readonly webApiKey: ReadonlyMap<string, string>
  readonly timeZone: string
  readonly hostname: ReadonlyMap<string, string>
  readonly tenant: ReadonlyMap<string, string>
  readonly combinedFrom: ReadonlyMap<string, string>
  readonly report?: string
}

function withPair(text: string, earlierPairs: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  // A key can contain the sign.
  const [name = '', value = ''] = text.split(/=(.*)/s)
  if (name === '' || value === '') throw new InvalidArgumentError('It must have the form name=value.')
  return new Map([...earlierPairs, [name, value]])
}

function zoneNamed(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    throw new InvalidArgumentError('It must be the name of a time zone, such as Europe/Zagreb.')
  }
}

/** The console's database can fail too, so the message says which one it was. */
const readDatabase = (address: string) =>
  readOtherDatabase(address, readPostgreSql).catch((error: unknown) => {
    throw new AppError('unavailable', `The database that --from names cannot be read: ${firstLineOf(error)}`, {
      cause: error,
    })
  })
