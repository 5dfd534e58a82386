import { readSettings } from '@quatrain/platform/settings.ts'
import { Command } from 'commander'
import { renewEpoch } from '#database/database-epoch.ts'
import { migratePlace, openAsOwner } from '#database/open-database.ts'
import { addSuperuser } from '#features/tenants/superusers.service.ts'
import { rotateTokenSecret } from '#features/tenants/tokens.service.ts'
import { hashPassword } from '#request/sessions/passwords.ts'
import { addActivityCommands } from './activity-commands.ts'
import { addBackupCommands } from './backup-commands.ts'
import { addCompletionCommand } from './completion.ts'
import { addConfigurationCommands } from './configuration/configuration-commands.ts'
import { diagnose } from './doctor/doctor.ts'
import { addRequestCommands } from './request/request-commands.ts'
import { databaseSettings, withOperator, withSecrets } from './session.ts'
import { table } from './table.ts'
import { addTenantCommands } from './tenant-commands.ts'
import { readPassword } from './terminal.ts'
import { addTokenCommands } from './token-commands.ts'

const help = `
The database is the one that QUATRAIN_DATABASE_URL (PostgreSQL) or QUATRAIN_DATA (a folder) names; keys need
QUATRAIN_SECRET too. Migrations run at QUATRAIN_MIGRATION_DATABASE_URL, the address of the login that owns the tables,
where it is set. The commands of request, and diff, plan and apply, need a console and the key of a user instead;
export can use either. A new installation begins with:

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
  addRequestCommands(program)
  addConfigurationCommands(program)
  addCompletionCommand(program)
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

/** `doctor`. */
function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'check the settings, the database, its standby, its clock and logins, stored secrets, the last backup, the mail server and the Web API with the keys of every tenant; writes nothing; exits with 0 if there are no errors, 1 if there are',
    )
    .action(async () => {
      const diagnoses = await diagnose(process.env)
      console.log(table(diagnoses.map(({ level, subject, text }) => [level.toUpperCase(), subject, text])))
      const errors = diagnoses.filter(({ level }) => level === 'error').length
      if (errors > 0) throw new Error(`${errors} ${errors === 1 ? 'error' : 'errors'}.`)
    })
}

/** `secret rotate`. */
function addSecretCommands(program: Command): void {
  program
    .command('secret')
    .description('the secret of the servers, QUATRAIN_SECRET')
    .command('rotate')
    .description(
      'encrypt every stored token and secret with QUATRAIN_SECRET, including those encrypted with QUATRAIN_SECRET_PREVIOUS; exits with 0 if all are, 1 if nothing was changed because one cannot be read',
    )
    .action(() =>
      withSecrets(async (operator, secrets) => {
        const { resealed, tenants, unchanged } = await rotateTokenSecret(operator, secrets)
        console.log(
          `Tokens and secrets encrypted again: ${resealed} (tenants: ${tenants}). Left unchanged: ${unchanged}.`,
        )
      }),
    )
}

/** `superuser create`. */
function addSuperuserCommands(program: Command): void {
  program
    .command('superuser')
    .description('users with all permissions in a tenant')
    .command('create')
    .description('add a superuser; prompts for the password')
    .requiredOption('--tenant <name>', 'the tenant of the user')
    .requiredOption('--username <name>', 'name to log in with')
    .option('--email <address>', 'e-mail address', '')
    .option('--first-name <name>', 'first name', '')
    .option('--last-name <name>', 'last name', '')
    .option('--password-stdin', 'read the password from standard input')
    .action(async ({ tenant, passwordStdin, ...user }: Options) => {
      const passwordHash = await hashPassword(await readPassword(passwordStdin ?? false))
      await withOperator((operator) => addSuperuser(operator, tenant, { ...user, passwordHash }))
      console.log(`Superuser ${user.username} of ${tenant} created.`)
    })
}

interface Options {
  readonly tenant: string
  readonly username: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordStdin?: true
}
