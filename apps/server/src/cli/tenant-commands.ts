import type { Command } from 'commander'
import { addTenant, deleteTenant } from '#features/tenants/tenants.service.ts'
import { findTenants } from '#request/tenancy.ts'
import { withOperator } from './session.ts'
import { table } from './table.ts'
import { confirmByName } from './terminal.ts'

/** `tenant create`, `tenant list`, `tenant delete`. */
export function addTenantCommands(program: Command): void {
  const tenant = program.command('tenant').description('tenants and the hosts they answer at')

  tenant
    .command('create')
    .description('make a tenant, with its first groups and the internal metrics')
    .requiredOption('--name <name>', 'name of the tenant; "all" makes the super-tenant, which comes first')
    .option('--hostname <host>', "host name it answers at (default: its name in front of the super-tenant's)")
    .option('--combined-from <names...>', 'tenants that feed it, when it is a combined one')
    .option('--service-titles', 'show titles of service types rather than names')
    .option('--terms-url <url>', 'terms of use', '')
    .option('--privacy-url <url>', 'privacy policy', '')
    .option('--saml-login-string <text>', 'text of the single sign-on button; without it there is none', '')
    .action((options: CreateOptions) =>
      withOperator(async (operator) => {
        const { serviceTitles: useServiceTitle = false, ...given } = options
        const { tenant, notices } = await addTenant(operator, { ...given, useServiceTitle })
        console.log(`Tenant ${tenant.name} created at ${tenant.domain}.`)
        if (tenant.deployment === 'super') return
        console.log(notices.imported ? 'Internal metrics successfully imported.' : nothingImported)
      }),
    )

  tenant
    .command('list')
    .description('list all tenants')
    .action(() =>
      withOperator(async ({ tenancy }) => {
        const tenants = await findTenants(tenancy.everyTenant)
        const rows = tenants.map(({ name, schemaName, domain, combinedFrom }) => [
          name,
          schemaName,
          domain,
          combinedFrom.join(', '),
        ])
        console.log(table([['NAME', 'SCHEMA', 'HOST', 'COMBINED FROM'], ...rows]))
      }),
    )

  tenant
    .command('delete')
    .description('remove a tenant with everything in it; what the Web API has of it stays there')
    .requiredOption('--name <name>', 'name of the tenant')
    .option('--yes', 'do not ask')
    .action(({ name, yes }: { name: string; yes?: true }) =>
      withOperator(async (operator) => {
        if (!yes) await confirmByName(`This removes the tenant ${name} with everything in it, for good.`, name)
        await deleteTenant(operator, name)
        console.log(`Tenant ${name} deleted.`)
      }),
    )
}

interface CreateOptions {
  readonly name: string
  readonly hostname?: string
  readonly combinedFrom?: string[]
  readonly serviceTitles?: true
  readonly termsUrl: string
  readonly privacyUrl: string
  readonly samlLoginString: string
}

const nothingImported = 'No metric templates tagged "internal" in public schema!\nInternal metrics not imported.'
