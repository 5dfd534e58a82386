import type { Database } from '@quatrain/platform/database/database.ts'
import { Argument, Command } from 'commander'
import { operatorOn } from '#kit/operator.ts'
import { type Db, type KeyRole, keyRoles } from '#kit/tenancy.ts'
import { addAdministrator, findAdministrators, revokeAdministrator } from '../administrators.ts'
import { findPermitted, permitFeed, withdrawFeed } from '../feed-permissions.ts'
import { addKey, findKeys, revokeKey } from '../keys.ts'
import { migrateWebApi } from '../migrate.ts'
import { addTenant, findTenants, removeTenant } from '../tenants.ts'
import { addListCommands } from './list-commands.ts'
import { type CommandTools, row, type Terminal, yes } from './terminal.ts'

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

/** The commands for tenants. */
function addTenantCommands(program: Command, { asOperator, print, confirm }: CommandTools): void {
  const tenant = program.command('tenant').description('tenants')
  tenant
    .command('create <name>')
    .description('add a tenant')
    .action((name: string) =>
      asOperator(async (operator) => {
        await addTenant(operator, name)
        print(`Tenant ${name} created.`)
      }),
    )
  tenant
    .command('list')
    .description('list all tenants')
    .action(() =>
      asOperator(async (operator) => {
        for (const { name, created_at } of await findTenants(operator)) print(row(name, created_at.toISOString()))
      }),
    )
  tenant
    .command('delete <name>')
    .description('permanently delete a tenant with its keys, its data and their history')
    .option(...yes)
    .action((name: string, options: { yes?: true }) =>
      asOperator(async (operator) => {
        if (!options.yes) await confirm(`Delete the tenant ${name} and everything it stored, for good?`)
        await removeTenant(operator, name)
        print(`Tenant ${name} deleted.`)
      }),
    )
}

/** The commands for tenants' keys. */
function addKeyCommands(program: Command, { asOperator, print, confirm }: CommandTools): void {
  const key = program.command('key').description('keys of tenants')
  key
    .command('create <tenant> <name>')
    .description('add a key and print its token, which is shown only once')
    .addArgument(new Argument('<role>', 'role of the key').choices(keyRoles))
    .action((tenant: string, name: string, role: KeyRole) =>
      asOperator(async (operator) => print(await addKey(operator, tenant, { name, role }))),
    )
  key
    .command('list <tenant>')
    .description('list the keys of a tenant')
    .action((tenant: string) =>
      asOperator(async (operator) => {
        for (const key of await findKeys(operator, tenant)) print(row(key.name, key.role, ...stateOfKey(key)))
      }),
    )
  key
    .command('revoke <tenant> <name>')
    .description('revoke a key')
    .option(...yes)
    .action((tenant: string, name: string, options: { yes?: true }) =>
      asOperator(async (operator) => {
        if (!options.yes) await confirm(`Revoke the key ${name} of the tenant ${tenant}?`)
        await revokeKey(operator, tenant, name)
        print(`Key ${name} of the tenant ${tenant} revoked.`)
      }),
    )
}

/** The commands that decide which tenants a combined tenant may name in its data feed. */
function addFeedCommands(program: Command, { asOperator, print, confirm }: CommandTools): void {
  const feed = program.command('feed').description('tenants whose data a combined tenant may read')
  feed
    .command('permit <combined> <tenant>')
    .description('permit a combined tenant to read the data of another tenant')
    .action((combined: string, tenant: string) =>
      asOperator(async (operator) => {
        await permitFeed(operator, combined, tenant)
        print(`${combined} may read the data of ${tenant}.`)
      }),
    )
  feed
    .command('list <combined>')
    .description('list the tenants whose data it may read')
    .action((combined: string) =>
      asOperator(async (operator) => {
        for (const name of await findPermitted(operator, combined)) print(name)
      }),
    )
  feed
    .command('withdraw <combined> <tenant>')
    .description('withdraw the permission, and remove the tenant from the data feed')
    .option(...yes)
    .action((combined: string, tenant: string, options: { yes?: true }) =>
      asOperator(async (operator) => {
        if (!options.yes) await confirm(`Remove ${tenant} from the data feed of ${combined}?`)
        await withdrawFeed(operator, combined, tenant)
        print(`${combined} can no longer read the data of ${tenant}.`)
      }),
    )
}

/** The commands for administrators, whose keys give access to data that belongs to no tenant. */
function addAdministratorCommands(program: Command, { asOperator, print, confirm }: CommandTools): void {
  const administrator = program.command('administrator').description('administrators of the whole installation')
  administrator
    .command('create <name>')
    .description('add an administrator and print the token of their key, which is shown only once')
    .action((name: string) => asOperator(async (operator) => print(await addAdministrator(operator, name))))
  administrator
    .command('list')
    .description('list all administrators')
    .action(() =>
      asOperator(async (operator) => {
        for (const administrator of await findAdministrators(operator))
          print(row(administrator.name, ...stateOfKey(administrator)))
      }),
    )
  administrator
    .command('revoke <name>')
    .description("revoke an administrator's key")
    .option(...yes)
    .action((name: string, options: { yes?: true }) =>
      asOperator(async (operator) => {
        if (!options.yes) await confirm(`Revoke the key of the administrator ${name}?`)
        await revokeAdministrator(operator, name)
        print(`Key of the administrator ${name} revoked.`)
      }),
    )
}

/** When a key was added, and whether it is active. */
const stateOfKey = ({ created_at, revoked_at }: { readonly created_at: Date; readonly revoked_at: Date | null }) => [
  created_at.toISOString(),
  revoked_at ? `revoked ${revoked_at.toISOString()}` : 'in use',
]
