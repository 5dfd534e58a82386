// What a folder of files would change in a console.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { CallError } from '@quatrain/client'
import { managed } from '@quatrain/contract/change-requests/change-request.ts'
import { planConfiguration } from '@quatrain/contract/configuration/configuration.ts'
import { configuredKind } from '@quatrain/contract/configuration/configured-kinds.ts'
import type { z } from 'zod'
import type { Call } from '#cli/request/checked-calls.ts'
import { effectsText } from '#cli/request/request-words.ts'
import { CommandFailure, type ConsoleOptions, exitCodes, type Result, whileSaying } from '../console-command.ts'
import { UsageError } from '../terminal.ts'
import { type FileProblem, type ObjectInFile, objectKey } from './parse-objects.ts'
import { type Folder, readFolder } from './read-folder.ts'

export interface PlanOptions extends ConsoleOptions {
  readonly owner?: string
  readonly prune?: true
  readonly adopt?: true
  readonly only?: readonly string[]
  readonly link?: string
  readonly commit?: string
}

/** The content of a plan file: what the console has planned, and what a change request says of the files. */
export const planFile = planConfiguration.answer.extend({ managed })
export type Plan = z.output<typeof planFile>

const problemText = ({ file, line, column, field, rule }: FileProblem): string =>
  `${file}:${line}:${column}: ${field === '' ? '' : `${field}: `}${rule}`

const refusalOf = (problems: readonly FileProblem[]) =>
  new CommandFailure(problems.map(problemText).join('\n'), { problems })

/** The objects of a folder. Throws with all problems of its files, unless they are of rules only: the console knows what is stored. */
export async function readObjects(
  path: string,
): Promise<{ readonly folder: Folder; readonly objects: readonly ObjectInFile[] }> {
  const folder = await whileSaying(`Reading ${path}`, () => readFolder(path))
  if (folder.problems.length > 0) throw refusalOf([...folder.problems, ...folder.brokenRules])
  return { folder, objects: folder.files.flatMap(({ objects }) => objects) }
}

/**
 * The plan of the files in a folder: one call of the console. Throws with all problems of the files, those that the console finds too, and a
 * usage error for options that do not fit.
 */
export async function planOf(call: Call, path: string, options: PlanOptions): Promise<Plan> {
  const { owner, only, prune = false, adopt = false, link = '' } = options
  if (owner === undefined) throw new UsageError('Whoever manages the objects is missing (--owner, QUATRAIN_OWNER).')
  if (only && prune) throw new UsageError('--only and --prune exclude each other.')
  const { objects: allObjects } = await readObjects(path)
  const objects = only ? objectsNamed(allObjects, only) : allObjects
  const submittedObjects = objects.map(({ kind, name, spec, formerNames }) => ({
    kind: kind.resource.kind,
    name,
    spec,
    former_names: [...formerNames],
  }))
  const body = { owner, objects: submittedObjects, prune }
  const { answer } = await whileSaying(`Comparing ${objects.length} objects with ${options.url}`, () =>
    call(planConfiguration, { body }),
  ).catch((error) => {
    throw problemsOfConsole(error, objects)
  })
  const formerNames = new Map(answer.changes.map(({ kind, name, former_name }) => [objectKey(kind, name), former_name]))
  const managedObjects = submittedObjects.map(({ kind, name, spec }) => {
    const former_name = formerNames.get(objectKey(kind, name))
    return { kind, name, spec, ...(former_name !== undefined && { former_name }) }
  })
  const { commit = await revisionOf(path) } = options
  return {
    ...answer,
    left: only ? [] : answer.left,
    managed: { owner, link, commit, adopt, prune, objects: managedObjects },
  }
}

function objectsNamed(objects: readonly ObjectInFile[], only: readonly string[]): ObjectInFile[] {
  const keys = new Set(only.map((text) => text.replace('/', '\n')))
  const namedObjects = objects.filter(({ kind, name }) => keys.delete(objectKey(kind.resource.kind, name)))
  if (keys.size === 0) return namedObjects
  throw new UsageError(`Not in the files: ${[...keys].map((key) => key.replace('\n', '/')).join(', ')}.`)
}

/** The refusal of the console at the places of the files; the error itself if it is another one. */
function problemsOfConsole(error: unknown, objects: readonly ObjectInFile[]): unknown {
  const fields = (error instanceof CallError && error.refusal?.fields) || {}
  const problems = Object.entries(fields).flatMap(([field, rule]) => {
    const [list, index, ...path] = field.split('.')
    const object = list === 'objects' ? objects[Number(index)] : undefined
    return object?.problemAt(path[0] === 'former_names' ? ['formerNames'] : path, rule) ?? []
  })
  return problems.length > 0 && problems.length === Object.keys(fields).length ? refusalOf(problems) : error
}

/** What git says of the folder: the last commit and its author; empty if it says nothing. */
const revisionOf = (path: string): Promise<string> =>
  promisify(execFile)('git', ['-C', path, 'log', '-1', '--format=%h %an', '--', '.']).then(
    ({ stdout }) => stdout.trim().slice(0, 200),
    () => '',
  )

/** More objects of a kind are only counted, if nothing else happens to them. */
const maxTakenOver = 3

const signs = { add: '+', change: '~', remove: '-', adopt: '=' } as const
const colours = { '+': 'green', '~': 'yellow', '-': 'red', '=': 'yellow' } as const

const adviceOfLeft = (kind: string): string =>
  configuredKind(kind)?.resource.isRemovedByRollOut
    ? 'delete it in the console, because metrics of all tenants have to follow first'
    : '--prune removes it'

/** A plan in words, with the colours of its lines, and the exit code of one that cannot be carried out. */
export function planResult(plan: Plan): Result {
  const { changes, left, writes, effects, managed } = plan
  const writesWithNames = writes.map((write, index) => {
    const [own] = effects.writes[index]?.changes ?? []
    const { name, key } = write.input
    return { ...write, name: own?.name ?? String(name ?? key ?? '') }
  })
  const count = (counted: keyof typeof signs) => changes.filter(({ action }) => action === counted).length
  const isAdopted = ({ action }: Plan['changes'][number]) => action === 'adopt'
  const adopted = Map.groupBy(
    changes.filter(isAdopted),
    ({ kind, managed_by = '' }) => `${kind}, managed by ${managed_by || 'people'}`,
  )
  const lines = [
    ...[...adopted].flatMap(([kindAndManager, { length }]) =>
      length > maxTakenOver
        ? `= ${length} of ${kindAndManager}${managed.adopt ? '' : ': --adopt takes them over'}`
        : [],
    ),
    ...changes.flatMap(({ action, kind, name, former_name, managed_by }) => {
      const { length = 0 } =
        action === 'adopt' ? (adopted.get(`${kind}, managed by ${managed_by || 'people'}`) ?? []) : []
      if (length > maxTakenOver) return []
      const former = former_name === undefined ? '' : `, which was ${former_name}`
      const by = managed_by === undefined ? '' : `, managed by ${managed_by || 'people'}`
      const advice = by === '' || managed.adopt ? '' : ': --adopt takes it over'
      return `${signs[action]} ${kind}/${name}${former}${by}${advice}`
    }),
    ...left.map(({ kind, name }) => `? ${kind}/${name} is not in the files and stays: ${adviceOfLeft(kind)}`),
    ...(writes.length > 0 ? [effectsText(writesWithNames, effects)] : []),
    `To add: ${count('add')}, to change: ${count('change')}, to remove: ${count('remove')}, to take over: ${count('adopt')}.`,
  ]
  const colourOf = (line: string) => Object.entries(colours).find(([sign]) => line.startsWith(`${sign} `))?.[1]
  const isPossible = effects.writes.every(({ refusal }) => refusal === '')
  return { answer: plan, text: lines.join('\n'), colourOf, exitCode: isPossible ? exitCodes.done : exitCodes.conflict }
}
