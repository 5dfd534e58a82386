import { mkdir, writeFile } from 'node:fs/promises'
import { type Configuration, readConfiguration } from '@quatrain/contract/configuration/configuration.ts'
import { type Command, Option } from 'commander'
import type { Call } from '#cli/request/checked-calls.ts'
import {
  type ConsoleOptions,
  consoleOptions,
  end,
  endOnConsole,
  exitCodes,
  jsonOption,
  originOf,
  type Result,
  whileSaying,
  withUsageCode,
} from '../console-command.ts'
import { storedConfiguration } from '../stored-configuration.ts'
import { Exit } from '../terminal.ts'
import { type ApplyOptions, applyFiles } from './apply-files.ts'
import { exportOf, writeExport } from './export-folder.ts'
import { formattedText } from './formatted-text.ts'
import { lintConsole, lintFolders } from './lint.ts'
import { planOf, planResult, readObjects } from './plan.ts'
import { readFolder } from './read-folder.ts'

const help = `
<dir> has a file for each object, in YAML or JSON. The key of a user is in QUATRAIN_KEY or in the file of --key-file.
Exit codes:

  0   done; diff: nothing differs
  2   diff: something differs; fmt --check: files would change; lint: there are errors or warnings;
      apply: the change request waits for approval
  3   conflict: something has changed since the plan was made, or a write cannot be made as things are now
  4   refused: the console does not permit it
  64  the call of the command is wrong
  1   anything else, such as problems of files, or no answer`

type Perform = (call: Call, place: string, options: Options) => Promise<Result>

interface Options extends ApplyOptions {
  readonly output?: string
}

/** `export`, `fmt`, `lint`, `diff`, `plan` and `apply`: the configuration as files. */
export function addConfigurationCommands(program: Command): void {
  const add = (usage: string, description: string, options: readonly Option[]) => {
    const command = withUsageCode(program.command(usage)).description(description).addHelpText('after', help)
    for (const option of options) command.addOption(option)
    return command
  }
  const addOnConsole = (usage: string, description: string, perform: Perform, options: readonly Option[] = []) => {
    const command = add(usage, description, [...options, ...consoleOptions()])
    command.action((place: string, options: Options) => endOnConsole((call) => perform(call, place, options), options))
  }
  add('export <dir>', 'write the configuration of a console as files', [
    new Option(
      '--tenant <name>',
      'read the database of this server instead of a console, with the settings of the server',
    ),
    ...optionalConsole(),
    jsonOption(),
  ]).action(exportInto)
  add('fmt <dir>', 'bring files into the form of an export; comments stay', [
    new Option('--check', 'only say which files would change'),
    new Option('--url <address>', 'the console whose schemas the first lines name').env('QUATRAIN_URL'),
    jsonOption(),
  ]).action((folder: string, options: FormatOptions) => end(() => format(folder, options), options))
  add(
    'lint [dirs...]',
    'say what is wrong, doubtful or could be better in a console, or in files',
    lintOptions(),
  ).action(lint)
  addOnConsole('diff <dir>', 'show what differs between files and console', showDifferences, planOptions())
  addOnConsole('plan <dir>', 'show what the files would change, and write it as a file', makePlan, [
    ...planOptions(),
    new Option('-o, --output <file>', 'the file, such as plan.json'),
  ])
  addOnConsole(
    'apply <plan-or-dir>',
    'make the changes of a plan file, or of files as they are: all or none',
    applyFiles,
    [
      ...planOptions(),
      new Option('--merge', 'merge with what others have saved since the plan was made'),
      new Option('--for-review', 'submit the change request instead of applying it'),
      new Option('--title <text>', 'of the change request'),
      new Option('--dry-run', 'only show the changes'),
    ],
  )
}

/** Folders are checked by themselves; without one, the console is asked. */
const lintOptions = () => [
  new Option('--sarif', 'print the findings as SARIF 2.1.0, for code scanning'),
  ...optionalConsole(),
  jsonOption(),
]

/** Where a command does something else without a console. */
const optionalConsole = () => [
  new Option('--url <address>', "the tenant's console").env('QUATRAIN_URL'),
  new Option('--key-file <file>', 'file with the key of a user'),
]

/** Runs a command on the console of `--url`; `instead` says what else could be named. */
function onNamedConsole(
  perform: (call: Call, url: string) => Promise<Result>,
  options: Partial<ConsoleOptions>,
  instead: string,
): Promise<void> {
  const { url } = options
  if (url === undefined) throw new Exit(exitCodes.usage, `Name ${instead}, or a console (--url, QUATRAIN_URL).`)
  return endOnConsole((call) => perform(call, url), { ...options, url })
}

interface LintCommandOptions extends Partial<ConsoleOptions> {
  readonly sarif?: true
}

function lint(folders: readonly string[], options: LintCommandOptions): Promise<void> {
  if (folders.length > 0) return end(() => lintFolders(folders, options), options)
  return onNamedConsole((call) => lintConsole(call, options), options, 'a folder')
}

const planOptions = () => [
  new Option('--owner <name>', 'whoever manages the objects of the files, such as a repository').env('QUATRAIN_OWNER'),
  new Option('--prune', 'remove objects of the owner that are not in the files'),
  new Option('--adopt', 'take over objects that others manage'),
  // An option that takes several values would also take the folder after it.
  new Option('--only <kind/name>', 'only this object of the files, and others that are named so').argParser(
    (key: string, keys: readonly string[] = []) => [...keys, key],
  ),
  new Option('--link <address>', 'where the files are'),
  new Option('--commit <text>', 'the revision of the files; by default the last commit of <dir> and its author'),
]

interface ExportOptions extends Partial<ConsoleOptions> {
  readonly tenant?: string
}

function exportInto(path: string, options: ExportOptions): Promise<void> {
  const { tenant } = options
  if (tenant === undefined) {
    const ofConsole = async (call: Call, url: string) => {
      const { answer } = await whileSaying(`Reading ${url}`, () => call(readConfiguration, {}))
      return writtenInto(path, answer, originOf(url))
    }
    return onNamedConsole(ofConsole, options, 'a tenant (--tenant)')
  }
  return end(async () => {
    const { configuration, origin } = await whileSaying(`Reading ${tenant}`, () => storedConfiguration(tenant))
    return writtenInto(path, configuration, origin)
  }, options)
}

async function writtenInto(path: string, configuration: Configuration, origin: string): Promise<Result> {
  await mkdir(path, { recursive: true })
  const changes = exportOf(await readFolder(path), configuration, origin)
  const written = await writeExport(path, changes)
  const answer = { objects: configuration.objects.length, written, removed: changes.removed }
  const text = [
    ...written.map((file) => `written ${file}`),
    ...answer.removed.map((file) => `removed ${file}`),
    `${answer.objects} objects, ${written.length} files written, ${answer.removed.length} removed.`,
  ]
  return { answer, text: text.join('\n') }
}

const showDifferences: Perform = async (call, path, options) => {
  const { owner = '' } = options
  const planned = await planOf(call, path, { ...options, owner: owner || 'nobody' })
  // Without an owner it does not matter who manages what.
  const contents = planned.changes.flatMap(({ managed_by: _, ...change }) =>
    change.action === 'adopt' ? [] : [change],
  )
  const plan = owner === '' ? { ...planned, changes: contents } : planned
  const isSame = plan.changes.length === 0 && plan.left.length === 0
  return { ...planResult(plan), exitCode: isSame ? exitCodes.done : exitCodes.waiting }
}

const makePlan: Perform = async (call, path, options) => {
  const plan = await planOf(call, path, options)
  if (options.output !== undefined) await writeFile(options.output, `${JSON.stringify(plan, null, 2)}\n`)
  return planResult(plan)
}

interface FormatOptions extends Partial<ConsoleOptions> {
  readonly check?: true
}

async function format(path: string, { check, url }: FormatOptions): Promise<Result> {
  const { folder } = await readObjects(path)
  const console = url === undefined ? undefined : originOf(url)
  const changes = folder.files.flatMap((file) => {
    const text = formattedText(file, console)
    return text === file.text ? [] : [[file.path, text] as const]
  })
  const files = check
    ? changes.map(([file]) => file)
    : await writeExport(path, { written: new Map(changes), removed: [] })
  return {
    answer: { files },
    text: files.length > 0 ? files.join('\n') : 'All files have their form.',
    exitCode: check && files.length > 0 ? exitCodes.waiting : exitCodes.done,
  }
}
