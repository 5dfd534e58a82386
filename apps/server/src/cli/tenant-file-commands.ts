import type { Command } from 'commander'
import type { VerifiedArchive } from './backup/backup.ts'
import { withStores } from './backup/open-stores.ts'
import { exportTenant, importTenant } from './backup/tenant.ts'
import { commandLineOperator } from './session.ts'
import { megabytes } from './table.ts'

/** `tenant export` and `tenant import`. */
export function addTenantFileCommands(tenant: Command): void {
  const now = () => new Date()

  tenant
    .command('export')
    .description('write one tenant with its data in both stores to a file, without passwords and tokens')
    .argument('<name>', 'name of the tenant')
    .argument('<file>', 'a new file, such as nordic.tar.zst')
    .option('--without-web-api', 'only its data in the console')
    .action((name: string, file: string, options: { readonly withoutWebApi?: true }) =>
      withStores(options, async (stores) => {
        const { manifest, bytes, rows } = await exportTenant(file, stores, name, now)
        console.log(`Tenant ${name} written to ${file}: ${amount({ rows, bytes })}. Not in the file:`)
        console.log((manifest.tenant?.leftOut ?? []).map((each) => `  ${each}`).join('\n'))
      }),
    )

  tenant
    .command('import')
    .description('add a tenant from a file: all of it or, if anything is missing here, nothing')
    .argument('<file>', 'file of `tenant export`, or of a deleted tenant')
    .option('--as <name>', 'its name here (default: the one in the file)')
    .option('--hostname <host>', "its host name (default: its name followed by the super-tenant's host name)")
    .option('--dry-run', 'only report what would be added, or what is missing')
    .option('--without-web-api', 'only its data in the console')
    .action((file: string, { as, hostname, dryRun, ...options }: ImportOptions) =>
      withStores(options, async (stores, secrets) => {
        const imported = await importTenant(file, stores, secrets, { ...commandLineOperator(), as, hostname, dryRun })
        const { manifest, problems, domain, rows, bytes } = imported
        for (const problem of problems) console.log(problem)
        if (problems.length > 0) throw new Error('Nothing was imported.')
        const name = as ?? manifest.tenant?.name
        const verb = dryRun ? 'would be added' : 'added'
        console.log(`Tenant ${name} ${verb} at ${domain}: ${amount({ rows, bytes })}.`)
        console.log('Its people set new passwords, and its keys get new tokens. Not in the file:')
        console.log((manifest.tenant?.leftOut ?? []).map((each) => `  ${each}`).join('\n'))
        if (dryRun) console.log('Nothing was written.')
      }),
    )
}

interface ImportOptions {
  readonly as?: string
  readonly hostname?: string
  readonly dryRun?: true
  readonly withoutWebApi?: true
}

const amount = ({ rows, bytes }: Pick<VerifiedArchive, 'rows' | 'bytes'>): string =>
  `${rows.toLocaleString('en')} rows, ${megabytes(bytes)}`
