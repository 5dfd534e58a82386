import type { Command } from 'commander'
import { addAdministrator, findAdministrators, revokeAdministrator } from '../administrators.ts'
import { type CommandTools, row, stateOfKey, yes } from './terminal.ts'

/** The commands for administrators, whose keys give access to data that belongs to no tenant. */
export function addAdministratorCommands(program: Command, { asOperator, print, confirm }: CommandTools): void {
  const administrator = program.command('administrator').description('administrators of the whole installation')
  administrator
    .command('create <name>')
    .description('add an administrator and print the token of their key, which is shown only once')
    .action((name: string) => asOperator(async (operator) => print(await addAdministrator(operator, name))))
  administrator
    .command('list')
    .description('list all administrators')
    .action(() =>
      asOperator(async (operator) => {
        for (const administrator of await findAdministrators(operator))
          print(row(administrator.name, ...stateOfKey(administrator)))
      }),
    )
  administrator
    .command('revoke <name>')
    .description("revoke an administrator's key")
    .option(...yes)
    .action((name: string, options: { yes?: true }) =>
      asOperator(async (operator) => {
        if (!options.yes) await confirm(`Revoke the key of the administrator ${name}?`)
        await revokeAdministrator(operator, name)
        print(`Key of the administrator ${name} revoked.`)
      }),
    )
}
