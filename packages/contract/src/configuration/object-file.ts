// Objects of the configuration as files: the one form in which they are written.
import { Document, isMap, isScalar, isSeq, type Node, type Pair, visit, type YAMLMap } from 'yaml'
import { z } from 'zod'
import { type ConfiguredKind, type ConfiguredObject, configuredKind, schemaPath } from './configured-kinds.ts'

const schemaComment = (console: string, kind: string) => ` yaml-language-server: $schema=${console}${schemaPath(kind)}`

/** How documents are read and written: what YAML 1.1 takes for a flag is in quotes, for other programs that read the files. */
export const documentOptions = { compat: 'yaml-1.1' } as const

/** Characters that no block of text may contain: those that are invisible, or that others take for the end of a line. */
const needsQuotes = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u
const maxColumns = 100

/** Differences are by line, so that long texts and texts of several lines are blocks. */
function styleOf(text: string) {
  // The library loses blocks that begin with white space.
  if (needsQuotes.test(text) || /^\s/.test(text)) return 'QUOTE_DOUBLE'
  if (text.includes('\n')) return 'BLOCK_LITERAL'
  return text.length > maxColumns && text.includes(' ') ? 'BLOCK_FOLDED' : undefined
}

/**
 * A parsed file of an object of this kind in the form in which files are written: fields in their order, no defaults unless they have a
 * comment, no anchors. Comments stay. `console` is the address of the console whose schema its first line names, if it names none.
 */
export function canonicalText(document: Document, kind: ConfiguredKind, console?: string): string {
  visit(document, {
    Alias(_, alias) {
      const copy = alias.resolve(document)?.clone()
      return isNode(copy) ? copy : undefined
    },
  })
  visit(document, {
    Node(_, node) {
      if (isScalar(node) || isMap(node) || isSeq(node)) delete node.anchor
      if (isMap(node) || isSeq(node)) node.flow = node.items.length === 0
      if (!isScalar(node)) return
      delete node.type
      const style = typeof node.value === 'string' ? styleOf(node.value) : undefined
      if (style) node.type = style
    },
  })
  const { contents } = document
  if (isMap(contents)) {
    const comment = takenComment(contents)
    removeDefaults(contents, kind)
    arrange(contents, fileSchema(kind))
    const isNamed = console === undefined || comment?.includes('yaml-language-server:')
    putComment(contents, [
      ...(isNamed ? [] : [schemaComment(console, kind.resource.kind)]),
      ...(comment ? [comment] : []),
    ])
  }
  return document.toString({ lineWidth: maxColumns, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER })
}

/** Takes the comment before the first field, which is about the whole file: the parser gives it to the field. */
function takenComment(map: YAMLMap): string | null | undefined {
  const [first] = map.items
  const owner = isNode(first?.key) && !map.commentBefore ? first.key : map
  const comment = owner.commentBefore
  owner.commentBefore = null
  return comment
}

function putComment(map: YAMLMap, comments: readonly string[]): void {
  const [first] = map.items
  if (isNode(first?.key) && comments.length > 0) {
    first.key.commentBefore = [...comments, ...(first.key.commentBefore ? [first.key.commentBefore] : [])].join('\n')
  }
}

function removeDefaults(contents: YAMLMap, { defaults }: ConfiguredKind): void {
  const spec = contents.get('spec')
  if (!isMap(spec)) return
  spec.items = spec.items.filter((pair) => {
    const field = textOf(pair)
    const isDefault =
      Object.hasOwn(defaults, field) &&
      JSON.stringify(isNode(pair.value) ? pair.value.toJSON() : pair.value) === JSON.stringify(defaults[field])
    return !isDefault || hasComment(pair)
  })
}

const isNode = (value: unknown): value is Node => isScalar(value) || isMap(value) || isSeq(value)

const textOf = ({ key }: Pair<unknown, unknown>): string => String(isScalar(key) ? key.value : key)

const hasComment = (pair: Pair<unknown, unknown>): boolean =>
  [pair.key, pair.value].some((node) => isNode(node) && Boolean(node.comment || node.commentBefore))

/** The fields of a file in their order. Browsers do without JSON Schemas, which would be loaded with the first page. */
const fileSchema = ({ fields, input }: ConfiguredKind) =>
  z.object({
    kind: z.unknown(),
    name: z.unknown(),
    formerNames: z.unknown(),
    spec: z.object(Object.fromEntries(fields.map((field) => [field, input.shape[field] ?? z.unknown()]))),
  })

/** What a schema accepts, without what it makes of it. */
function acceptedBy(schema: unknown): unknown {
  if (schema instanceof z.ZodPipe) return acceptedBy(schema.in)
  const isWrapper = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
  return isWrapper ? acceptedBy(schema.unwrap()) : schema
}

/** Brings the fields of a node, and of all nodes in it, into the order of the schema. */
function arrange(node: unknown, schema: unknown): void {
  const accepted = acceptedBy(schema)
  if (isSeq(node) && accepted instanceof z.ZodArray) {
    for (const item of node.items) arrange(item, accepted.element)
  }
  if (!isMap(node)) return
  // A comment before the first field moves with it: the parser gives it to the map.
  if (node.commentBefore) putComment(node, [node.commentBefore])
  node.commentBefore = null
  const shape: Readonly<Record<string, unknown>> = accepted instanceof z.ZodObject ? accepted.shape : {}
  const order = Object.keys(shape)
  const position = (pair: Pair<unknown, unknown>) => {
    const index = order.indexOf(textOf(pair))
    return index < 0 ? order.length : index
  }
  node.items.sort((a, b) => position(a) - position(b))
  for (const pair of node.items) {
    // Blank lines between fields are not kept.
    if (isNode(pair.key)) pair.key.spaceBefore = false
    arrange(pair.value, shape[textOf(pair)])
  }
}

/** An object as the text of its file, whose first line names the schema that the console at this address serves. */
export function objectText({ kind, name, spec }: ConfiguredObject, console: string): string {
  const configured = configuredKind(kind)
  if (!configured) throw new Error(`Objects of the kind ${kind} cannot be in files.`)
  return canonicalText(new Document({ kind, name, spec }, documentOptions), configured, console)
}
