import type { Command } from 'commander'
import { rotateTokenSecret } from '#features/tenants/tokens.service.ts'
import { withSecrets } from './session.ts'

/** `secret rotate`. */
export function addSecretCommands(program: Command): void {
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
