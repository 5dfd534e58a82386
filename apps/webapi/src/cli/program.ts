import type { Database } from '@quatrain/platform/database/database.ts'
import { Command } from 'commander'
import { operatorOn } from '#kit/operator.ts'
import type { Db } from '#kit/tenancy.ts'
import { migrateWebApi } from '../migrate.ts'
import { addAdministratorCommands } from './administrator-commands.ts'
import { addFeedCommands } from './feed-commands.ts'
import { addKeyCommands } from './key-commands.ts'
import { addListCommands } from './list-commands.ts'
import { addTenantCommands } from './tenant-commands.ts'
import type { Terminal } from './terminal.ts'

/** The operator's commands. Commands that fail throw. */
export function webApiProgram({ open, print, confirm }: Terminal): Command {
  const withDatabase = async (work: (database: Database) => Promise<void>) => {
    const database = await open()
    try {
      await work(database)
    } finally {
      await database.close()
    }
  }
  const asOperator = (work: (operator: Db) => Promise<void>) => withDatabase((database) => work(operatorOn(database)))

  const program = new Command('webapi')
    .description('Manages the tenants, keys and administrators of the Web API.')
    .addHelpText('after', '\nThe database is the one that QUATRAIN_WEBAPI_DATABASE_URL or QUATRAIN_WEBAPI_DATA names.')
    .exitOverride()

  program
    .command('migrate')
    .description('migrate the database to the newest schema')
    .action(() =>
      withDatabase(async (database) => {
        const names = await migrateWebApi(database)
        print(names.length > 0 ? `Migrated: ${names.join(', ')}` : 'Nothing to migrate.')
      }),
    )

  const tools = { asOperator, print, confirm }
  addTenantCommands(program, tools)
  addKeyCommands(program, tools)
  addListCommands(program, tools)
  addFeedCommands(program, tools)
  addAdministratorCommands(program, tools)
  return program
}
