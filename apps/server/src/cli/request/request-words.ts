// Change requests in words, as the pages of the console show them.
import type {
  ChangeRequest,
  ChangeRequestHead,
  RequestEffects,
  StoredWrite,
} from '@quatrain/contract/change-requests/change-request.ts'
import {
  effectsOf,
  operationWords,
  requestEventWords,
  titleOfWrite,
} from '@quatrain/contract/change-requests/request-words.ts'
import { diff, showField } from '@quatrain/contract/compare/compare.ts'
import type { Field, Fields } from '@quatrain/contract/compare/field.ts'
import type { Change, Changes } from '@quatrain/contract/compare/rules.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import { declaredResources } from '@quatrain/contract/resources/declared-resources.ts'
import { capitalized } from '#kit/resource/label.ts'
import { day, table } from '../table.ts'

const resources = new Map(Object.values(declaredResources).map((resource) => [resource.kind, resource]))

const minuteOf = (iso: string): string => day(new Date(iso))

const indented = (lines: readonly string[]): string[] => lines.map((line) => `   ${line}`)

/** A table of change requests. */
export const listText = (requests: readonly ChangeRequestHead[]): string =>
  table([
    ['NUMBER', 'STATE', 'TITLE', 'AUTHOR', 'WRITES', 'LAST CHANGED (UTC)', 'CHANGED MEANWHILE'],
    ...requests.map(({ id, state, title, author, writes, changed_at, overtaken }) =>
      [id, state, title, author, writes, minuteOf(changed_at), overtaken.join(', ')].map(String),
    ),
  ])

/** `Change request 12 (Fewer sites): in review` */
export function stateText({ id, title, state, apply_at }: ChangeRequest): string {
  const time = apply_at === null ? '' : ` for ${minuteOf(apply_at)} UTC`
  return `Change request ${id} (${title}): ${state}${time}`
}

/** A change request with its writes and comments. */
export const requestText = (request: ChangeRequest): string =>
  [
    stateText(request),
    `By ${request.author}, ${minuteOf(request.created_at)} UTC`,
    ...[request.link, request.description].filter((text) => text !== ''),
    ...request.writes.map((write, index) => `${index + 1}. ${titleOf(write)}`),
    ...request.comments.flatMap(({ at, author, action, text }) => [
      `${minuteOf(at)} UTC: ${author} ${requestEventWords[action]}`,
      ...(text === '' ? [] : indented(text.split('\n'))),
    ]),
  ].join('\n')

type NamedWrite = Pick<StoredWrite, 'kind' | 'operation' | 'input' | 'name'>

/** The writes of a change request with what they change, or why they cannot be made, and the digest of the effect. */
export const effectsText = (writes: readonly NamedWrite[], effects: RequestEffects): string =>
  [
    ...writes.flatMap((write, index) => [
      `${index + 1}. ${titleOf(write)}`,
      ...indented(effectLines(write, effects.writes[index])),
    ]),
    ...(effects.operation ? operationWords(effects.operation) : []),
    `Effect: ${effects.preview}`,
  ].join('\n')

const labelOf = (kind: string): string => resources.get(kind)?.label.one ?? kind

const titleOf = (write: NamedWrite): string => {
  const { kind, name } = write
  return `${titleOfWrite(write, resources.get(kind)?.label ?? { one: kind, many: kind })} ${name}`
}

function effectLines(write: NamedWrite, effect: RequestEffects['writes'][number] | undefined): string[] {
  const { kind, operation } = write
  const { own, sideEffects } = effectsOf(write, effect?.changes)
  const resource = resources.get(kind)
  const lines: string[] = []
  if (effect?.refusal) lines.push(`Cannot be made: ${effect.refusal}`)
  if (effect?.isMerged) lines.push('Merged with what others have saved since it was collected.')
  if (own && resource && operation !== 'remove') {
    const documentOf = (stored: unknown) => storedDocument(resource, stored) ?? {}
    const changes = diff(resource.compared, documentOf(own.before), documentOf(own.after))
    lines.push(...differenceLines(resource.compared, changes))
  }
  const groups = Map.groupBy(sideEffects, ({ tenant, kind, action }) => `${action} in ${tenant}: ${labelOf(kind)}`)
  return [
    ...lines,
    ...[...groups].map(([group, objects]) => `Also ${group} ${objects.map(({ name }) => name).join(', ')}`),
    ...(effect?.groups ?? []).flatMap(({ later, action, tenant, kind, count }) =>
      later ? [`Later ${action} in ${tenant}: ${labelOf(kind)} (${count})`] : [],
    ),
    ...(effect?.warning ? effect.warning.split('\n').map((line) => `Warning: ${line}`) : []),
  ]
}

const differenceLines = (fields: Fields, changes: Changes): string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const change = changes[name]
    return change ? changeLines(field, change) : []
  })

/** How one field has changed. */
function changeLines(field: Field, change: Change): string[] {
  const label = capitalized(field.label)
  if (change.kind === 'records') {
    return field.kind === 'records' ? [`${label}:`, ...indented(memberLines(field, change))] : []
  }
  if (field.kind === 'text' && change.kind === 'text') {
    const inWords = field.inWords?.(change.before, change.after) ?? []
    if (inWords.length > 0) return [...inWords]
  }
  const [before, after] = [showField(field, change.before), showField(field, change.after)]
  if (!/\n/.test(before + after)) return [`${label}: ${before || '(empty)'} → ${after || '(empty)'}`]
  const [old, now] = [before.split('\n'), after.split('\n')]
  const removed = old.filter((line) => !now.includes(line)).map((line) => `− ${line}`)
  const added = now.filter((line) => !old.includes(line)).map((line) => `+ ${line}`)
  return [`${label}:`, ...indented([...removed, ...added])]
}

const memberLines = (field: Field<'records'>, { added, removed, changed, moved }: Change<'records'>): string[] => [
  ...removed.map((item) => `− removed ${showField(field, [item])}`),
  ...changed.flatMap(({ item, changes }) => [
    `≠ changed ${field.cellsOf(item).join(', ')}`,
    ...indented(differenceLines(field.fields, changes)),
  ]),
  ...added.map((item) => `+ added ${showField(field, [item])}`),
  ...moved.map((item) => `↕ moved ${field.cellsOf(item).join(', ')}`),
]
