import { Command } from 'commander'
import { renewEpoch } from '../database-epoch.ts'
import { migrateConsole } from '../open-database.ts'
import { withDatabase } from './session.ts'
import { addSuperuserCommands } from './superuser-commands.ts'
import { addTenantCommands } from './tenant-commands.ts'
import { addTokenCommands } from './token-commands.ts'

const help = `
The database is the one that QUATRAIN_DATABASE_URL (PostgreSQL) or QUATRAIN_DATA (a folder) names; keys need
QUATRAIN_SECRET too. A new installation begins with:

  migrate
  tenant create --name all --hostname console.example.org
  superuser create --tenant all --username admin`

/** The operator's commands. Those that cannot be carried out throw. */
export function operatorProgram(): Command {
  const program = new Command('quatrain')
    .description('Sets up tenants, their first users, and keys.')
    .addHelpText('after', help)
    .exitOverride()
  addTenantCommands(program)
  addSuperuserCommands(program)
  addTokenCommands(program)
  program
    .command('migrate')
    .description('bring the database to the newest state')
    .action(() =>
      withDatabase(async (database) => {
        const done = await migrateConsole(database)
        console.log(done.length > 0 ? `Migrated: ${done.join(', ')}.` : 'Nothing to migrate.')
      }),
    )
  program
    .command('renew-tags')
    .description(
      'after the database was restored from a backup: no list that anybody keeps counts as unchanged any more',
    )
    .action(() =>
      withDatabase(async (database) => {
        await renewEpoch(database)
        console.log('Every list will be sent anew.')
      }),
    )
  return program
}
