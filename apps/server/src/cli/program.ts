import { readSettings } from '@quatrain/platform/settings.ts'
import { Command } from 'commander'
import { renewEpoch } from '#database/database-epoch.ts'
import { migratePlace, openAsOwner } from '#database/open-database.ts'
import { addActivityCommands } from './activity-commands.ts'
import { addBackupCommands } from './backup-commands.ts'
import { addDoctorCommand } from './doctor-command.ts'
import { addSecretCommands } from './secret-commands.ts'
import { databaseSettings } from './session.ts'
import { addSuperuserCommands } from './superuser-commands.ts'
import { addTenantCommands } from './tenant-commands.ts'
import { addTokenCommands } from './token-commands.ts'

const help = `
The database is the one that QUATRAIN_DATABASE_URL (PostgreSQL) or QUATRAIN_DATA (a folder) names; keys need
QUATRAIN_SECRET too. Migrations run at QUATRAIN_MIGRATION_DATABASE_URL, the address of the login that owns the tables,
where it is set. A new installation begins with:

  migrate
  tenant create --name all --hostname console.example.org
  superuser create --tenant all --username admin`

/** Adds a group of commands to the program. */
export type AddCommands = (program: Command) => void

/** The operator's commands, and those of tools. Commands that fail throw. */
export function operatorProgram(ofTools: readonly AddCommands[] = []): Command {
  const program = new Command('quatrain')
    .description('Sets up tenants, their first users, and keys.')
    .addHelpText('after', help)
    .exitOverride()
  addTenantCommands(program)
  addSuperuserCommands(program)
  addTokenCommands(program)
  addSecretCommands(program)
  addActivityCommands(program)
  addBackupCommands(program)
  addDoctorCommand(program)
  for (const addCommands of ofTools) addCommands(program)
  program
    .command('migrate')
    .description('bring the database to the newest schema')
    .action(async () => {
      const migrations = await migratePlace(readSettings(databaseSettings, process.env))
      console.log(migrations.length > 0 ? `Migrated: ${migrations.join(', ')}.` : 'Nothing to migrate.')
    })
  program
    .command('renew-tags')
    .description('after the database was restored from a backup: invalidate all cached lists of clients')
    .action(async () => {
      const database = await openAsOwner(readSettings(databaseSettings, process.env))
      await renewEpoch(database).finally(() => database.close())
      console.log('All lists will be sent again in full.')
    })
  return program
}
