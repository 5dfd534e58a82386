import { readSettings } from '@quatrain/platform/settings.ts'
import type { Command } from 'commander'
import { deleteTenantAs } from '#features/tenants/delete-tenant.service.ts'
import { tenantFilesIn } from '#features/tenants/leave-tenant-file.ts'
import { overviews } from '#features/tenants/tenants.repository.ts'
import { addTenant, combineTenant } from '#features/tenants/tenants.service.ts'
import { tenantFilesSettings } from '#settings/settings.ts'
import { withOperator } from './session.ts'
import { table } from './table.ts'
import { addTenantFileCommands } from './tenant-file-commands.ts'
import { confirmByName } from './terminal.ts'

/** `tenant create`, `tenant list`, `tenant delete`, and those of files. */
export function addTenantCommands(program: Command): void {
  const tenant = program.command('tenant').description('tenants and their host names')

  tenant
    .command('create')
    .description('add a tenant with its first groups and the internal metrics')
    .requiredOption('--name <name>', 'name of the tenant; "all" adds the super-tenant, which has to be the first')
    .option('--hostname <host>', "host name of the tenant (default: its name followed by the super-tenant's host name)")
    .option('--combined-from <names...>', 'tenants that feed it, if it is a combined tenant')
    .option('--service-titles', 'show titles of service types instead of names')
    .option('--terms-url <url>', 'terms of use', '')
    .option('--privacy-url <url>', 'privacy policy', '')
    .option('--saml-login-string <text>', 'text of the single sign-on button; without it there is no button', '')
    .action((options: CreateOptions) =>
      withOperator(async (operator) => {
        const { serviceTitles: useServiceTitle = false, ...fields } = options
        const { tenant, notices } = await addTenant(operator, { ...fields, useServiceTitle })
        console.log(`Tenant ${tenant.name} created at ${tenant.domain}.`)
        if (tenant.deployment === 'super') return
        console.log(notices.imported ? 'Internal metrics successfully imported.' : nothingImported)
      }),
    )

  tenant
    .command('combine')
    .description('set which tenants feed a combined tenant')
    .requiredOption('--name <name>', 'name of the combined tenant')
    .requiredOption('--from <names...>', 'all tenants that feed it')
    .action(({ name, from }: CombineOptions) =>
      withOperator(async (operator) => {
        await combineTenant(operator, name, from)
        console.log(`The tenant ${name} is combined from ${from.join(', ')}.`)
      }),
    )

  tenant
    .command('list')
    .description('list all tenants and the numbers of their objects')
    .action(() =>
      withOperator(async ({ tenancy }) => {
        const rows = (await overviews(tenancy.everyTenant)).map((tenant) => [
          tenant.name,
          tenant.schema_name,
          tenant.domain_url,
          String(tenant.nr_metrics),
          String(tenant.nr_probes),
          tenant.combined_from?.join(', ') ?? '',
        ])
        console.log(table([['NAME', 'SCHEMA', 'HOST', 'METRICS', 'PROBES', 'COMBINED FROM'], ...rows]))
      }),
    )

  tenant
    .command('delete')
    .description('delete a tenant with all its data in the console; its data in the Web API is kept')
    .requiredOption('--name <name>', 'name of the tenant')
    .option('--yes', 'do not ask')
    .option('--without-export', 'leave no file with the deleted data')
    .action(({ name, yes, withoutExport }: DeleteOptions) =>
      withOperator(async (operator) => {
        const files = withoutExport ? undefined : tenantFilesIn(folderOfFiles(), operator.now)
        let file: string | undefined
        const noted = files && {
          ...files,
          leave: async (...parameters: Parameters<typeof files.leave>) => {
            file = await files.leave(...parameters)
            return file
          },
        }
        const { deleted } = await deleteTenantAs(operator, name, { dryRun: !yes, files: noted })
        if (!yes) {
          await confirmByName(`This permanently deletes the tenant ${name} and all its data.\n${deleted}`, name)
          await deleteTenantAs(operator, name, { files: noted })
        }
        console.log(`Tenant ${name} deleted. ${deleted}`)
        if (file) console.log(`The deleted data is in ${file}.`)
      }),
    )
  addTenantFileCommands(tenant)
}

interface DeleteOptions {
  readonly name: string
  readonly yes?: true
  readonly withoutExport?: true
}

const folderOfFiles = (): string =>
  readSettings(tenantFilesSettings, process.env).QUATRAIN_TENANT_FILES ?? process.cwd()

interface CombineOptions {
  readonly name: string
  readonly from: readonly string[]
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
