import type { Command } from 'commander'
import { addSuperuser } from '#features/tenants/superusers.service.ts'
import { hashPassword } from '#request/sessions/passwords.ts'
import { withOperator } from './session.ts'
import { readPassword } from './terminal.ts'

/** `superuser create`. */
export function addSuperuserCommands(program: Command): void {
  program
    .command('superuser')
    .description('users with all permissions in a tenant')
    .command('create')
    .description('add a superuser; prompts for the password')
    .requiredOption('--tenant <name>', 'the tenant of the user')
    .requiredOption('--username <name>', 'name to sign in with')
    .option('--email <address>', 'e-mail address', '')
    .option('--first-name <name>', 'first name', '')
    .option('--last-name <name>', 'last name', '')
    .option('--password-stdin', 'read the password from standard input')
    .action(async ({ tenant, passwordStdin, ...person }: Options) => {
      const passwordHash = await hashPassword(await readPassword(passwordStdin ?? false))
      await withOperator((operator) => addSuperuser(operator, tenant, { ...person, passwordHash }))
      console.log(`Superuser ${person.username} of ${tenant} created.`)
    })
}

interface Options {
  readonly tenant: string
  readonly username: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordStdin?: true
}
