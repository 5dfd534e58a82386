import type { Database } from '@quatrain/platform/database/database.ts'
import { Argument, Command } from 'commander'
import { operatorOn } from '#kit/operator.ts'
import { type Db, type KeyRole, keyRoles } from '#kit/tenancy.ts'
import { addKey, findKeys, revokeKey } from '../keys.ts'
import { migrateWebApi } from '../migrate.ts'
import { addTenant, findTenants, removeTenant } from '../tenants.ts'
import { addAdministratorCommands } from './administrator-commands.ts'
import { addServiceTypeCommands } from './service-type-commands.ts'
import { row, stateOfKey, yes } from './words.ts'

/** What the commands need of the world. */
export interface Terminal {
  open(): Promise<Database>
  print(line: string): void
  /** Has the operator agree; throws when they do not, or nobody is there to ask. */
  confirm(question: string): Promise<void>
}

/** What commands of their own file need. */
export interface Tools extends Pick<Terminal, 'print' | 'confirm'> {
  readonly asOperator: (work: (operator: Db) => Promise<void>) => Promise<void>
}

/** The operator's commands. A command that cannot be carried out throws. */
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
    .description('Looks after the tenants, keys and administrators of the Web API.')
    .addHelpText('after', '\nThe database is the one that QUATRAIN_WEBAPI_DATABASE_URL or QUATRAIN_WEBAPI_DATA names.')

  program
    .command('migrate')
    .description('bring the database to the newest state')
    .action(() =>
      withDatabase(async (database) => {
        const names = await migrateWebApi(database)
        print(names.length > 0 ? `Migrated: ${names.join(', ')}` : 'Nothing to migrate.')
      }),
    )

  const tenant = program.command('tenant').description('tenants')
  tenant
    .command('create <name>')
    .description('make a tenant')
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
    .description('remove a tenant with its keys, all it stored and the history of it, for good')
    .option(...yes)
    .action((name: string, options: { yes?: true }) =>
      asOperator(async (operator) => {
        if (!options.yes) await confirm(`Delete the tenant ${name} and everything it stored, for good?`)
        await removeTenant(operator, name)
        print(`Tenant ${name} deleted.`)
      }),
    )

  const key = program.command('key').description('keys of tenants')
  key
    .command('create <tenant> <name>')
    .description('make a key and print its token, which is shown only this once')
    .addArgument(new Argument('<role>', 'what the key may do').choices(keyRoles))
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
    .description('make a key open nothing from now on')
    .option(...yes)
    .action((tenant: string, name: string, options: { yes?: true }) =>
      asOperator(async (operator) => {
        if (!options.yes) await confirm(`Revoke the key ${name} of the tenant ${tenant}?`)
        await revokeKey(operator, tenant, name)
        print(`Key ${name} of the tenant ${tenant} revoked.`)
      }),
    )
  addServiceTypeCommands(program, { asOperator, print, confirm })
  addAdministratorCommands(program, { asOperator, print, confirm })
  return program
}
