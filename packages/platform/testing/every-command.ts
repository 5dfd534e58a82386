/** What a test needs to know of a command of `commander`, which this package does not depend on. */
interface Command {
  name(): string
  readonly commands: readonly Command[]
  readonly registeredArguments: readonly { readonly required: boolean; readonly argChoices?: string[] | undefined }[]
  readonly options: readonly {
    readonly long?: string | undefined
    readonly mandatory: boolean
    readonly required: boolean
  }[]
}

/**
 * The arguments of one call of each command below this one, with `value` in the place of every argument and of every option that the
 * command needs, and with consent to what cannot be undone.
 */
export function callsOfEveryCommand(program: Command, value: string): readonly (readonly string[])[] {
  const callsOf = (command: Command, path: readonly string[]): readonly (readonly string[])[] => {
    if (command.commands.length > 0) return command.commands.flatMap((one) => callsOf(one, [...path, one.name()]))
    const values = command.registeredArguments
      .filter(({ required }) => required)
      .map(({ argChoices: [choice = value] = [] }) => choice)
    const options = command.options
      .filter(({ mandatory, long }) => mandatory || long === '--yes')
      .flatMap(({ long = '', required }) => (required ? [long, value] : [long]))
    return [[...path, ...values, ...options]]
  }
  return callsOf(program, [])
}
