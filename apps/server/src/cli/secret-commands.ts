import type { Command } from 'commander'
import { rotateSecret } from '#features/tenants/tokens.service.ts'
import { withSecrets } from './session.ts'

/** `secret rotate`. */
export function addSecretCommands(program: Command): void {
  program
    .command('secret')
    .description('the secret of the servers, QUATRAIN_SECRET')
    .command('rotate')
    .description(
      'seal every stored key with QUATRAIN_SECRET, also those that were sealed with QUATRAIN_SECRET_PREVIOUS; exits with 0 when all are, 1 when nothing was changed since a key cannot be read',
    )
    .action(() =>
      withSecrets(async (operator, secrets) => {
        const { resealed, tenants, unchanged } = await rotateSecret(operator, secrets)
        console.log(`Keys sealed anew: ${resealed} (tenants: ${tenants}). Keys left as they were: ${unchanged}.`)
      }),
    )
}
