import type { Command } from 'commander'
import type { ChainOfRows } from '#kit/recording/chains-of-rows.ts'
import { createBackup, restoreBackup, type VerifiedArchive, verifyBackup } from './backup/backup.ts'
import { withConsole, withStores } from './backup/open-stores.ts'
import { commandLineOperator } from './session.ts'
import { megabytes } from './table.ts'

/** `backup create`, `backup verify`, `backup restore`. */
export function addBackupCommands(program: Command): void {
  const backup = program
    .command('backup')
    .description('one file with the data of the console and of the Web API, without QUATRAIN_SECRET')
  const now = () => new Date()

  backup
    .command('create')
    .description('write a backup while the servers run, and read it again; needs the logins that own the tables')
    .argument('<file>', 'a new file, such as quatrain.tar.zst')
    .option('--without-web-api', 'another service takes the place of the Web API, and has its own backups')
    .action((file: string, options: Options) =>
      withStores(options, async (stores, secrets) => {
        report(file, 'written', await createBackup(file, stores, secrets, now))
      }),
    )

  backup
    .command('verify')
    .description('read a backup: checksums, numbers of rows and the activity log; exits with 0 if it is complete')
    .argument('<file>', 'file of `backup create`')
    .action((file: string) =>
      withConsole(async (database) => report(file, 'verified', await verifyBackup(file, database, now))),
    )

  backup
    .command('restore')
    .description(
      'fill an empty installation from a backup: all of it or, if anything is wrong, nothing; stop the servers before',
    )
    .argument('<file>', 'file of `backup create`')
    .option('--without-web-api', 'the backup was made so')
    .action((file: string, options: Options) =>
      withStores(options, async (stores, secrets) => {
        report(file, 'restored', await restoreBackup(file, stores, secrets, commandLineOperator()))
      }),
    )
}

interface Options {
  readonly withoutWebApi?: true
}

function report(file: string, participle: string, { manifest, bytes, rows, chains }: VerifiedArchive): void {
  const stores = manifest.stores.map(({ name }) => name).join(' and ')
  console.log(
    `Backup ${file} ${participle}: ${rows.toLocaleString('en')} rows of ${stores}, ${megabytes(bytes)}, of ${manifest.createdAt}.`,
  )
  const broken = chains.filter(({ firstBroken }) => firstBroken !== null)
  if (broken.length > 0) throw new Error(broken.map(brokenChain).join(' '))
}

const brokenChain = ({ tenantId, firstBroken }: ChainOfRows) =>
  `The activity log of tenant ${tenantId} in it is invalid: row ${firstBroken} is the first wrong row.`
