import type { DryRun, TouchedObject } from '@quatrain/contract/kit/dry-run.ts'
import { counted } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import type { TouchedWords } from './resource-form.ts'
import classes from './WriteDialog.module.css'

interface Props {
  readonly preview: DryRun
  /** The kind of the object itself, which is not told here. */
  readonly own: string
  readonly words: Readonly<Record<string, TouchedWords>>
}

/** What a write does to other objects, and what it cannot do. */
export function AlsoTouched({ preview, own, words }: Props) {
  const others = preview.changes.filter(({ kind }) => kind !== own)
  const { warning, unavailable } = preview.notices
  const warnings = [warning, unavailable].flatMap((text) => text?.split('\n') ?? [])
  return (
    <>
      {others.length > 0 && (
        <section className={classes.changes}>
          <h3>What else is touched</h3>
          <ul className={classes.touched}>
            {[...grouped(others)].map(([key, objects]) => (
              <li key={key}>
                <Group objects={objects} words={words} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {warnings.length > 0 && (
        <Notice kind="warning">
          {warnings.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Notice>
      )}
    </>
  )
}

const mostNames = 12

function Group({ objects, words }: { readonly objects: readonly TouchedObject[] } & Pick<Props, 'words'>) {
  const [first] = objects
  if (!first) return null
  const { kind, action, tenant } = first
  const { one, many, ...verbs } = words[kind] ?? plainWords(kind)
  const names = objects.slice(0, mostNames).map(({ name }) => name)
  const rest = objects.length - names.length
  return (
    <>
      {counted(objects.length, one, many)} {verbs[action]} in {tenant}: <span className="mono">{names.join(', ')}</span>
      {rest > 0 && ` and ${rest.toLocaleString('en')} more`}
    </>
  )
}

function grouped(objects: readonly TouchedObject[]): Map<string, TouchedObject[]> {
  const groups = new Map<string, TouchedObject[]>()
  for (const object of objects) {
    const key = `${object.tenant}\n${object.kind}\n${object.action}`
    const group = groups.get(key)
    if (group) group.push(object)
    else groups.set(key, [object])
  }
  return groups
}

const plainWords = (kind: string): TouchedWords => ({
  one: kind,
  many: `${kind}s`,
  add: 'added',
  change: 'changed',
  delete: 'deleted',
})
