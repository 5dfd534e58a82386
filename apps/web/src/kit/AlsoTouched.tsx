import type { DryRun, TouchedObject } from '@quatrain/contract/kit/dry-run.ts'
import { Fragment } from 'react'
import { counted } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import type { TouchedWords } from './resource-form.ts'
import { useSurroundings } from './visitor.tsx'
import classes from './WriteDialog.module.css'

interface Props {
  /** All but the objects that the write is about. */
  readonly others: readonly TouchedObject[]
  readonly notices: DryRun['notices']
  readonly words: Readonly<Record<string, TouchedWords>>
}

/** What a write does to other objects, and what it cannot do. */
export function AlsoTouched({ others, notices, words }: Props) {
  const { warning, unavailable } = notices
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

const PlainName = ({ object }: { readonly object: TouchedObject }) => object.name

function Group({ objects, words }: { readonly objects: readonly TouchedObject[] } & Pick<Props, 'words'>) {
  const { visitor, options } = useSurroundings()
  const [first] = objects
  if (!first) return null
  const { kind, action, tenant } = first
  const { one, many, Name = PlainName, ...verbs } = words[kind] ?? plainWords(kind)
  // What the super-tenant has, all tenants share.
  const isShared = visitor.deployment === 'super' && tenant === options.tenant_display_name
  const shown = objects.slice(0, mostNames)
  const rest = objects.length - shown.length
  return (
    <>
      {counted(objects.length, one, many)} will be {verbs[action]}
      {isShared ? '' : ` in ${tenant}`}:{' '}
      <span className="mono">
        {shown.map((object, place) => (
          <Fragment key={object.name}>
            {place > 0 && ', '}
            <Name object={object} />
          </Fragment>
        ))}
      </span>
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
