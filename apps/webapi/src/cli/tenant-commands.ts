import type { Command } from 'commander'
import { addTenant, findTenants, removeTenant } from '../tenants.ts'
import { type CommandTools, row, yes } from './terminal.ts'

/** The commands for tenants. */
export function addTenantCommands(program: Command, { asOperator, print, confirm }: CommandTools): void {
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
