import type { Command } from 'commander'
import { findPermitted, permitFeed, withdrawFeed } from '../feed-permissions.ts'
import { type CommandTools, yes } from './terminal.ts'

/** The commands that decide which tenants a combined tenant may name in its data feed. */
export function addFeedCommands(program: Command, { asOperator, print, confirm }: CommandTools): void {
  const feed = program.command('feed').description('tenants whose data a combined tenant may read')
  feed
    .command('permit <combined> <tenant>')
    .description('permit a combined tenant to read the data of another tenant')
    .action((combined: string, tenant: string) =>
      asOperator(async (operator) => {
        await permitFeed(operator, combined, tenant)
        print(`${combined} may read the data of ${tenant}.`)
      }),
    )
  feed
    .command('list <combined>')
    .description('list the tenants whose data it may read')
    .action((combined: string) =>
      asOperator(async (operator) => {
        for (const name of await findPermitted(operator, combined)) print(name)
      }),
    )
  feed
    .command('withdraw <combined> <tenant>')
    .description('withdraw the permission, and remove the tenant from the data feed')
    .option(...yes)
    .action((combined: string, tenant: string, options: { yes?: true }) =>
      asOperator(async (operator) => {
        if (!options.yes) await confirm(`Remove ${tenant} from the data feed of ${combined}?`)
        await withdrawFeed(operator, combined, tenant)
        print(`${combined} can no longer read the data of ${tenant}.`)
      }),
    )
}
