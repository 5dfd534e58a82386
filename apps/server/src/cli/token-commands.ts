import { type KeyKind, keyKinds } from '@quatrain/contract/resources/api-key.ts'
import { type Command, Option } from 'commander'
import { addTenantKey, findKeys, revokeKey } from '#features/tenants/tokens.service.ts'
import { withOperator, withSecrets } from './session.ts'
import { day, table } from './table.ts'
import { confirmByName } from './terminal.ts'

const kindOption = () =>
  new Option('--kind <kind>', 'poem: machines call the console with it; webapi: the console calls the Web API with it')
    .choices(keyKinds)
    .makeOptionMandatory()

/** `token create`, `token list`, `token revoke`. */
export function addTokenCommands(program: Command): void {
  const token = program.command('token').description('API keys')

  token
    .command('create')
    .description('add a key and print its token, which is shown only once')
    .requiredOption('--tenant <name>', 'tenant of the key')
    .addOption(kindOption())
    .requiredOption('--name <name>', 'name of the key; the key of the console for the Web API is WEB-API-<tenant>')
    .option('--token <token>', 'token that the Web API issued (default: a new random token)')
    .action(({ tenant, ...key }: KeyOptions & { readonly token?: string }) =>
      withSecrets(async (operator, secrets) => {
        console.log(await addTenantKey(operator, secrets, tenant, key))
      }),
    )

  token
    .command('list')
    .description('list the keys of a tenant, without their tokens')
    .requiredOption('--tenant <name>', 'tenant of the keys')
    .action(({ tenant }: { readonly tenant: string }) =>
      withOperator(async (operator) => {
        const keys = await findKeys(operator, tenant)
        const rows = keys.map(({ name, used_by, created, revoked, last_used_at }) => [
          name,
          used_by,
          day(created),
          day(last_used_at),
          revoked ? 'revoked' : 'in use',
        ])
        console.log(table([['NAME', 'KIND', 'CREATED (UTC)', 'LAST USED', 'STATE'], ...rows]))
      }),
    )

  token
    .command('revoke')
    .description('revoke a key')
    .requiredOption('--tenant <name>', 'tenant of the key')
    .addOption(kindOption())
    .requiredOption('--name <name>', 'name of the key')
    .option('--yes', 'do not ask')
    .action(({ tenant, yes, ...key }: KeyOptions & { readonly yes?: true }) =>
      withOperator(async (operator) => {
        if (!yes) await confirmByName(`This revokes the key ${key.name} of ${tenant} permanently.`, key.name)
        await revokeKey(operator, tenant, key)
        console.log(`Key ${key.name} of ${tenant} revoked.`)
      }),
    )
}

interface KeyOptions {
  readonly tenant: string
  readonly kind: KeyKind
  readonly name: string
}
