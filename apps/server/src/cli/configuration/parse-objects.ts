// Objects of the configuration in the text of a file, with everything that is wrong with it.
import { type Data, isData } from '@quatrain/contract/compare/field.ts'
import {
  type ConfiguredKind,
  type ConfiguredObject,
  configuredKind,
  configuredKinds,
  inputOfSpec,
  shortSpec,
} from '@quatrain/contract/configuration/configured-kinds.ts'
import { documentOptions } from '@quatrain/contract/configuration/object-file.ts'
import { requiredText } from '@quatrain/contract/kit/fields.ts'
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseAllDocuments, visit } from 'yaml'
import { z } from 'zod'

/** What is wrong at a place of a file: the field, empty if it is none, and the rule. */
export interface FileProblem {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly field: string
  readonly rule: string
}

/** An object of a file. */
export interface ObjectInFile {
  readonly kind: ConfiguredKind
  readonly name: string
  /** In the words of the contract, without defaults. */
  readonly spec: Data
  readonly formerNames: readonly string[]
  readonly file: string
  readonly line: number
  /** A problem of a field, at its place. */
  readonly problemAt: (path: readonly PropertyKey[], rule: string) => FileProblem
}

export interface ParsedFile {
  /** Those without problems, but for rules. */
  readonly objects: readonly ObjectInFile[]
  /** The keys of all objects that say what they are. */
  readonly keys: readonly string[]
  readonly problems: readonly FileProblem[]
  /** What is against rules, which the console enforces where an object is not stored so already. */
  readonly brokenRules: readonly FileProblem[]
  readonly documents: readonly Document.Parsed[]
}

/** Identifies an object among those of all kinds. */
export const objectKey = (kind: string, name: string): string => `${kind}\n${name}`

/** How often anchors of a document can be repeated in all: far more than people write, far less than a bomb. */
const maxAliasCount = 1_000

const objectInFile = z.strictObject({
  kind: z.string(),
  name: requiredText(512),
  formerNames: z.array(requiredText(512)).max(20).default([]),
  spec: z.record(z.string(), z.unknown()).default({}),
})

/** The objects of a YAML or JSON file: a document or a member of a list is one. Never throws. */
export function parseObjects(file: string, text: string): ParsedFile {
  const lines = new LineCounter()
  const documents = [
    ...parseAllDocuments(text, { ...documentOptions, lineCounter: lines, prettyErrors: false, stringKeys: true }),
  ]
  const objects: ObjectInFile[] = []
  const keys: string[] = []
  const problems: FileProblem[] = []
  const brokenRules: FileProblem[] = []
  const problemAt = (offset: number, path: readonly PropertyKey[], rule: string): FileProblem => {
    const { line, col } = lines.linePos(offset)
    return { file, line, column: col, field: path.map(String).join('.'), rule }
  }
  const say: Say = (...problem) => problems.push(problemAt(...problem))
  for (const document of documents) {
    const readValue = readableValues(document, say)
    for (const node of readValue ? nodesOf(document) : []) {
      const value = readValue?.(node)
      const { kind, name } = Object(value)
      if (typeof kind === 'string' && typeof name === 'string') keys.push(objectKey(kind, name))
      const place = {
        file,
        line: lines.linePos(node.range?.[0] ?? 0).line,
        problemAt: (path: readonly PropertyKey[], rule: string) => problemAt(offsetOf(node, path), path, rule),
      }
      const objectOrNone = readObject(value, (path, rule, isOfRule = false) =>
        (isOfRule ? brokenRules : problems).push(place.problemAt(path, rule)),
      )
      if (objectOrNone) objects.push({ ...objectOrNone, ...place })
    }
  }
  return { objects, keys, problems, brokenRules, documents }
}

type Say = (offset: number, path: readonly PropertyKey[], rule: string) => unknown

const nodesOf = ({ contents }: Document.Parsed): Node[] => {
  if (isSeq<Node>(contents)) return contents.items
  return contents && !(isScalar(contents) && contents.value === null) ? [contents] : []
}

/** The value of each node of a document; undefined if it is not YAML that is read. */
function readableValues(document: Document.Parsed, say: Say): ((node: Node) => unknown) | undefined {
  const offsets = new Set<number>()
  let isReadable = document.directives.yaml.version === '1.2'
  if (!isReadable) say(document.range[0], [], 'Only YAML 1.2 is read')
  const errors = [...document.errors, ...document.warnings]
  // Other errors of a text with tabs, and those at the same place, are consequences.
  const tabs = errors.filter(({ code }) => code === 'TAB_AS_INDENT')
  for (const { code, message, pos } of tabs.length > 0 ? tabs : errors) {
    isReadable &&= code === 'DUPLICATE_KEY'
    if (!offsets.has(pos[0])) say(pos[0], [], message)
    offsets.add(pos[0])
  }
  let aliases = 0
  visit(document, {
    Alias(_, alias, path) {
      aliases += 1
      const target = aliases > maxAliasCount ? undefined : alias.resolve(document)
      const isRefused = !target || path.includes(target)
      if (isRefused && isReadable) say(alias.range?.[0] ?? 0, [], aliasRule(aliases, target !== undefined))
      isReadable &&= !isRefused
    },
  })
  if (!isReadable) return undefined
  try {
    document.toJS({ maxAliasCount })
    return (node) => node.toJS(document, { maxAliasCount })
  } catch {
    return void say(document.range[0], [], aliasRule(maxAliasCount + 1, true))
  }
}

const aliasRule = (aliases: number, isKnown: boolean): string => {
  if (aliases > maxAliasCount) return `Aliases repeat more than ${maxAliasCount} nodes`
  return isKnown ? 'An alias cannot be in what it repeats' : 'There is no anchor of this name before'
}

/** The place of a field: its key, or the nearest that there is. */
function offsetOf(node: Node, path: readonly PropertyKey[]): number {
  let offset = node.range?.[0] ?? 0
  let inner: unknown = node
  for (const segment of path) {
    const pair = isMap(inner)
      ? inner.items.find(({ key }) => isScalar(key) && key.value === String(segment))
      : { key: undefined, value: isSeq(inner) ? inner.items[Number(segment)] : undefined }
    inner = pair?.value
    const place = pair?.key ?? inner
    if (!isScalar(place) && !isMap(place) && !isSeq(place) && !isAlias(place)) break
    offset = place.range?.[0] ?? offset
  }
  return offset
}

function readObject(value: unknown, say: (path: readonly PropertyKey[], rule: string, isOfRule?: boolean) => unknown) {
  const { data, error } = objectInFile.safeParse(value)
  for (const issue of error?.issues ?? []) {
    if (issue.code !== 'unrecognized_keys') say(issue.path, issue.message)
    else for (const key of issue.keys) say([key], 'Unknown field')
  }
  const { kind: kindName }: { kind?: unknown } = Object(value)
  const kind = typeof kindName === 'string' ? configuredKind(kindName) : undefined
  if (!kind) {
    const kinds = configuredKinds.map(({ resource }) => resource.kind).join(', ')
    return void (typeof kindName === 'string' && say(['kind'], `Unknown kind; there are ${kinds}`))
  }
  // What is wrong with the spec is said also if something else is wrong.
  const { data: spec } = objectInFile.shape.spec.safeParse(Object(value).spec)
  const name = data?.name ?? String(Object(value).name)
  if (!spec) return
  const { problems } = inputOfSpec(kind, { name, spec })
  for (const { path, message, isOfRule } of problems) {
    const isOfName = path[0] === 'name' && !kind.fields.includes('name')
    if (isOfName && !data) continue
    say(isOfName ? ['name'] : ['spec', ...path], message, isOfRule)
  }
  if (!data || !isData(spec) || problems.some(({ isOfRule }) => !isOfRule)) return
  return { kind, name, spec: comparableSpec(kind, { name, spec }), formerNames: data.formerNames }
}

/** A spec as the console has it: the input of the write, without defaults; as it is if it is against rules. */
export function comparableSpec(kind: ConfiguredKind, object: Pick<ConfiguredObject, 'name' | 'spec'>): Data {
  const { input = { ...kind.defaults, ...object.spec } } = inputOfSpec(kind, object)
  return shortSpec(kind, input)
}
