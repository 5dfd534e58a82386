import { setTimeout as pause } from 'node:timers/promises'
import {
  actOnChangeRequest,
  addChangeRequest,
  type ChangeRequest,
  changeChangeRequest,
  invertChanges,
  listChangeRequests,
  previewChangeRequest,
  type RequestState,
  readChangeRequest,
  requestStates,
  settleChangeRequest,
} from '@quatrain/contract/change-requests/change-request.ts'
import { databaseId } from '@quatrain/contract/kit/fields.ts'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import { messageOf } from '#features/status/finding.ts'
import {
  type ConsoleOptions,
  consoleOptions,
  endOnConsole,
  exitCodeOf,
  exitCodes,
  type Result,
  readInput,
  visible,
  withUsageCode,
} from '../console-command.ts'
import { confirmByName, UsageError } from '../terminal.ts'
import { applyRequest } from './apply-request.ts'
import type { Call } from './checked-calls.ts'
import { effectsText, listText, requestText, stateText } from './request-words.ts'

const help = `
The key of a user is in QUATRAIN_KEY or in the file of --key-file. <file> is JSON, as the API expects it, or - for
standard input. Exit codes:

  0   done
  2   the change request waits for approval
  3   conflict: something has changed meanwhile, or a write cannot be made as things are now
  4   refused: the console does not permit it, or the change request was refused or withdrawn
  64  the call of the command is wrong
  1   anything else, such as no answer`

interface Options extends ConsoleOptions {
  readonly effects?: string
  readonly yes?: true
  readonly at?: string
  readonly for?: RequestState
  readonly timeout?: number
}

type Perform = (call: Call, args: readonly [string, string], options: Options) => Promise<Result>

/** `request list`, `request create` and others. */
export function addRequestCommands(program: Command): void {
  const request = withUsageCode(program.command('request'))
    .description('change requests of a console, over HTTP with the key of a user')
    .addHelpText('after', help)
  const add = (usage: string, description: string, perform: Perform, options: readonly Option[] = []) => {
    const command = request.command(usage).description(description)
    for (const option of [...options, ...consoleOptions()]) command.addOption(option)
    command.action(() => {
      const [first = '', second = ''] = command.args
      const options = command.opts<Options & Record<string, unknown>>()
      return endOnConsole((call) => perform(call, [first, second], options), options)
    })
  }
  add('list', 'list the last 500', list)
  add('show <number>', 'show one with its writes and comments', show)
  add('create <file>', 'add one: title, description, link and writes', create)
  add('add <number> <file>', 'add the writes of the file to one of your own', addWrites)
  add('preview <number>', 'show what it would change as things are now', preview)
  for (const [action, args, description] of [
    ['comment', '<number> <text>', 'comment on it'],
    ['submit', '<number> [text]', 'submit it for review'],
    ['refuse', '<number> [text]', 'refuse it: it becomes a draft again'],
    ['unschedule', '<number> [text]', 'take it from the schedule'],
    ['withdraw', '<number> [text]', 'withdraw it for good'],
  ] as const) {
    add(`${action} ${args}`, description, async (call, [number, text]) => {
      const { answer } = await call(actOnChangeRequest, { params: paramsOf(number), body: { action, text } })
      return { ...changed(answer), ...(action === 'comment' && { exitCode: exitCodes.done }) }
    })
  }
  for (const [action, description] of [
    ['approve', 'approve what it would change'],
    ['apply', 'make all its writes, or none'],
    ['schedule', 'have it applied at a time'],
  ] as const) {
    const settled: Perform = (call, [number], options) => settle(call, number, action, options)
    add(`${action} <number>`, description, settled, [...(action === 'schedule' ? [atOption()] : []), ...agreement()])
  }
  add('revert <number>', 'add one that takes it back, as a draft', revert)
  add('wait <number>', 'wait until it has reached a state, or cannot reach it any more', wait, [
    new Option('--for <state>').choices(requestStates).default('applied'),
    new Option('--timeout <duration>', 'such as 90s or 2h').argParser(secondsIn).default(600, '10m'),
  ])
}

const atOption = () => new Option('--at <time>', 'such as 2030-03-31T02:30:00+02:00').makeOptionMandatory()
const agreement = () => [
  new Option('--effects <digest>', 'the effect that preview has printed; with another one nothing is done'),
  new Option('--yes', 'do not ask whether the present effect is right'),
]

function secondsIn(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([smh])$/.exec(text) ?? []
  if (unit === '') throw new InvalidArgumentError('It must have the form 90s, 10m or 2h.')
  return Number(count) * (unit === 's' ? 1 : unit === 'm' ? 60 : 3600)
}

/** The parameters of the address of a change request. */
function paramsOf(number: string): { readonly id: number } {
  const { data: id } = databaseId().safeParse(number)
  if (id === undefined) throw new UsageError(`${number} is not the number of a change request.`)
  return { id }
}

const read = (call: Call, number: string) => call(readChangeRequest, { params: paramsOf(number) })

const changed = (request: ChangeRequest): Result => ({
  answer: request,
  text: stateText(request),
  exitCode: request.state === 'in review' ? exitCodes.waiting : exitCodes.done,
})

const list: Perform = async (call) => {
  const { answer } = await call(listChangeRequests, {})
  return { answer, text: listText(answer) }
}

const show: Perform = async (call, [number]) => {
  const { answer } = await read(call, number)
  return { answer, text: requestText(answer) }
}

const create: Perform = async (call, [file]) =>
  changed((await call(addChangeRequest, { body: await readInput(file, addChangeRequest.body) })).answer)

const revert: Perform = async (call, [number]) =>
  changed((await call(invertChanges, { body: { request: paramsOf(number).id } })).answer)

const addedWrites = z.object({ writes: addChangeRequest.body.shape.writes.unwrap().min(1) })

/** Others can review a request while its author edits it. */
const maxAttempts = 5

const addWrites: Perform = async (call, [number, file]) => {
  const added = await readInput(file, addedWrites)
  for (let attempt = 1; ; attempt += 1) {
    const { answer, etag } = await read(call, number)
    const { title, description, link } = answer
    const writes = [...answer.writes.map(({ kind, operation, input }) => ({ kind, operation, input })), ...added.writes]
    try {
      const input = { params: paramsOf(number), body: { title, description, link, writes } }
      return changed((await call(changeChangeRequest, input, etag)).answer)
    } catch (error) {
      if (exitCodeOf(error) !== exitCodes.conflict || attempt === maxAttempts) throw error
    }
  }
}

const preview: Perform = async (call, [number]) => {
  const { answer: request } = await read(call, number)
  const { answer } = await call(previewChangeRequest, { params: paramsOf(number) })
  const isPossible = answer.writes.every(({ refusal }) => refusal === '')
  return {
    answer,
    text: effectsText(request.writes, answer),
    exitCode: isPossible ? exitCodes.done : exitCodes.conflict,
  }
}

async function settle(call: Call, number: string, action: 'approve' | 'apply' | 'schedule', options: Options) {
  const effects = options.effects ?? (await confirmedEffects(call, number, options))
  const body = { action, effects, at: options.at }
  try {
    if (action === 'apply') return changed(await applyRequest(call, paramsOf(number).id, effects))
    return changed((await call(settleChangeRequest, { params: paramsOf(number), body })).answer)
  } catch (error) {
    if (action === 'approve' || exitCodeOf(error) !== exitCodes.refused) throw error
    const { answer } = await read(call, number)
    if (answer.state !== 'in review') throw error
    console.error(visible(messageOf(error)))
    return changed(answer)
  }
}

/** The digest of the present effect, after it was printed and, unless `yes`, confirmed. */
async function confirmedEffects(call: Call, number: string, { yes }: Options): Promise<string> {
  const { answer: request } = await read(call, number)
  const { answer: effects } = await call(previewChangeRequest, { params: paramsOf(number) })
  const words = visible(effectsText(request.writes, effects))
  if (yes) console.error(words)
  else await confirmByName(words, number)
  return effects.preview
}

const pollSeconds = 2

const wait: Perform = async (call, [number], { for: awaited = 'applied', timeout = 0 }) => {
  const lastTime = Date.now() + timeout * 1000
  for (;;) {
    const isOver = Date.now() >= lastTime
    // While a console is upgraded it does not answer.
    const answered = await read(call, number).catch((error) => {
      if (isOver || exitCodeOf(error) !== exitCodes.failure) throw error
    })
    const request = answered?.answer
    const exitCode = request && (endOfWait(request, awaited) ?? (isOver ? exitCodes.failure : undefined))
    if (request && exitCode === exitCodes.done) return { ...changed(request), exitCode }
    // What nobody has refused waits for an approval, if it is in review.
    if (request && exitCode !== undefined)
      return { exitCode: changed(request).exitCode || exitCode, answer: request, text: requestText(request) }
    await pause(Math.min(Math.max(0, lastTime - Date.now()), pollSeconds * 1000))
  }
}

/** The states of a change request that nobody refuses, in their order. */
const passedStates: readonly RequestState[] = ['in review', 'approved', 'scheduled', 'applying', 'applied']

/** The exit code of a wait that is over: the request is in the state, in a later one, or will not reach it by itself. */
function endOfWait({ state, comments }: ChangeRequest, awaited: RequestState): number | undefined {
  const isPassed = passedStates.includes(awaited) && passedStates.indexOf(state) >= passedStates.indexOf(awaited)
  if (state === awaited || isPassed) return exitCodes.done
  const lastStep = comments.findLast(({ action }) => action !== 'comment')?.action
  if (state === 'withdrawn' || (state === 'draft' && lastStep === 'refuse')) return exitCodes.refused
  const isFinal = state === 'failed' || state === 'reverted' || (state === 'applied' && awaited !== 'reverted')
  return isFinal ? exitCodes.failure : undefined
}
