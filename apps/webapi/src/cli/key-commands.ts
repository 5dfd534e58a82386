import { Argument, type Command } from 'commander'
import { type KeyRole, keyRoles } from '#kit/tenancy.ts'
import { addKey, findKeys, revokeKey } from '../keys.ts'
import { type CommandTools, row, stateOfKey, yes } from './terminal.ts'

/** The commands for tenants' keys. */
export function addKeyCommands(program: Command, { asOperator, print, confirm }: CommandTools): void {
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
