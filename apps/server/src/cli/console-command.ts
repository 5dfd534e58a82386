// What commands that call a console over HTTP share: their options, what they print, and their exit codes.
import { readFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import { styleText } from 'node:util'
import { CallError, ConsoleClient } from '@quatrain/client'
import { AppError } from '@quatrain/platform/errors.ts'
import { parseInput } from '@quatrain/platform/http/validation.ts'
import { type Command, Option } from 'commander'
import type { z } from 'zod'
import { messageOf } from '#features/status/finding.ts'
import { type Call, callerOf } from './request/checked-calls.ts'
import { Exit, UsageError } from './terminal.ts'

export const exitCodes = { done: 0, failure: 1, waiting: 2, conflict: 3, refused: 4, usage: 64 } as const

export interface ConsoleOptions {
  readonly url: string
  readonly keyFile?: string
  readonly json?: true
}

/** What a command prints: the answer as JSON, or the text, whose lines can be in colour. */
export interface Result {
  readonly answer: unknown
  readonly text: string
  readonly colourOf?: (line: string) => Colour | undefined
  readonly exitCode?: number
}
type Colour = 'green' | 'yellow' | 'red'

/** A command has failed, with an exit code of its own; `details` stand beside the message in JSON. */
export class CommandFailure extends Error {
  readonly details: object
  readonly exitCode: number
  constructor(message: string, details: object = {}, exitCode: number = exitCodes.failure) {
    super(message)
    this.details = details
    this.exitCode = exitCode
  }
}

/** Makes wrong calls of a command and of those below it end with the code of a wrong call. */
export const withUsageCode = (command: Command): Command =>
  command.exitOverride((error) => {
    throw error.exitCode === 0 ? error : new Exit(exitCodes.usage)
  })

export const jsonOption = (): Option => new Option('--json', 'print what the console answers, as JSON')

/** Commands wait longer than pages: a plan tries hundreds of writes. `fetch` itself gives up then. */
const secondsOfCommand = 300

/** Says to people at a terminal what takes a while, and every ten seconds that it still does. */
export async function whileSaying<T>(text: string, work: () => Promise<T>): Promise<T> {
  if (!process.stderr.isTTY) return work()
  const startedAt = Date.now()
  const say = (duration: string) => process.stderr.write(`${text}${duration}…\n`)
  say('')
  const timer = setInterval(() => say(` for ${Math.round((Date.now() - startedAt) / 1000)} seconds`), 10_000)
  return work().finally(() => clearInterval(timer))
}

/** The options of every call of a console. */
export const consoleOptions = (): readonly Option[] => [
  new Option('--url <address>', "the tenant's console, such as https://alpine.example.org")
    .env('QUATRAIN_URL')
    .makeOptionMandatory(),
  new Option('--key-file <file>', 'file with the key of a user'),
  jsonOption(),
]

/** Performs a command with the calls of its console and prints its result. Throws an `Exit` unless all is done. */
export const endOnConsole = (perform: (call: Call) => Promise<Result>, options: ConsoleOptions): Promise<void> =>
  end(
    async () =>
      perform(
        callerOf(
          new ConsoleClient({ url: originOf(options.url), key: await keyOf(options), seconds: secondsOfCommand }),
        ),
      ),
    options,
  )

/** Performs a command and prints its result. Throws an `Exit` unless all is done. */
export async function end(perform: () => Promise<Result>, { json }: Pick<ConsoleOptions, 'json'>): Promise<void> {
  const printJson = (value: unknown) => console.log(JSON.stringify(value, null, 2))
  try {
    const { answer, text, colourOf, exitCode = exitCodes.done } = await perform()
    if (json) printJson(answer)
    else
      console.log(
        visible(text)
          .split('\n')
          .map((line) => coloured(line, colourOf?.(line)))
          .join('\n'),
      )
    if (exitCode !== exitCodes.done) throw new Exit(exitCode)
  } catch (error) {
    if (error instanceof Exit) throw error
    const { code, fields } = (error instanceof CallError && error.refusal) || {}
    const message = error instanceof CommandFailure ? error.message : messageOf(error)
    if (json) printJson({ error: { message, code, fields, ...(error instanceof CommandFailure && error.details) } })
    throw new Exit(exitCodeOf(error), visible(message))
  }
}

const coloured = (line: string, colour: Colour | undefined): string =>
  colour ? styleText(colour, line, { stream: process.stdout }) : line

/** Other users write what is printed: it must not control the terminal. */
export const visible = (text: string): string => text.replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, '\ufffd')

/** The exit code of a command that has failed so. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommandFailure) return error.exitCode
  // The input is checked as the console would do it.
  if (error instanceof UsageError || error instanceof AppError) return exitCodes.usage
  const status = error instanceof CallError ? error.status : 0
  if (status === 409 || status === 412) return exitCodes.conflict
  return status >= 400 && status < 500 && status !== 429 ? exitCodes.refused : exitCodes.failure
}

/** The address of the console without a path. Throws a usage error. */
export function originOf(url: string): string {
  const { protocol = '', origin = '' } = URL.parse(url) ?? {}
  if (/^https?:$/.test(protocol)) return origin
  throw new UsageError('The address of the console must be like https://alpine.example.org (--url, QUATRAIN_URL).')
}

async function keyOf({ keyFile }: ConsoleOptions): Promise<string> {
  const key = (keyFile === undefined ? (process.env.QUATRAIN_KEY ?? '') : await readText(keyFile)).trim()
  if (/^[!-~]+$/.test(key)) return key
  throw new UsageError('There is no key of a user in QUATRAIN_KEY or in the file of --key-file.')
}

const readText = (file: string): Promise<string> =>
  (file === '-' ? textOf(process.stdin) : readFile(file, 'utf8')).catch((error: unknown) => {
    throw new UsageError(messageOf(error))
  })

/** The content of a file of JSON, or of standard input for `-`. Throws a usage error. */
export async function readInput<Input>(file: string, schema: z.ZodType<Input>): Promise<Input> {
  try {
    return parseInput(schema, JSON.parse(await readText(file)))
  } catch (error) {
    throw error instanceof SyntaxError ? new UsageError(`${file} is not JSON: ${error.message}`) : error
  }
}
