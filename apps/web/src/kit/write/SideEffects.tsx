import { Button } from '@mantine/core'
import type { DryRun, TouchedObject } from '@quatrain/contract/kit/dry-run.ts'
import { Fragment, useState } from 'react'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { counted } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import type { Preview } from './confirm-and-send.ts'
import type { SideEffectWords } from './form-definition.ts'
import type { SideEffectGroup } from './side-effect-groups.ts'
import { useMoreObjects } from './use-more-objects.ts'
import classes from './WriteDialog.module.css'

interface Props {
  /** All but the objects that the write is about. */
  readonly others: readonly SideEffectGroup[]
  readonly notices: DryRun['notices']
  readonly words: Readonly<Record<string, SideEffectWords>>
  readonly more: Preview['more']
}

/** So many groups and names are shown before somebody asks for more. */
const mostGroups = 30
const mostNames = 12

/** What a write does to other objects, and what it cannot do. */
export function SideEffects({ others, notices, words, more }: Props) {
  const [isWhole, showWhole] = useState(false)
  const { warning, unavailable } = notices
  const warnings = [warning, unavailable].flatMap((text) => text?.split('\n') ?? [])
  const shown = isWhole ? others : others.slice(0, mostGroups)
  return (
    <>
      {others.length > 0 && (
        <section className={classes.changes}>
          <h3>What else is touched</h3>
          <ul className={classes.touched}>
            {shown.map((together) => (
              <li key={[together.group.tenant, together.group.kind, together.group.action].join('\n')}>
                <Group together={together} words={words} more={more} />
              </li>
            ))}
          </ul>
          {shown.length < others.length && (
            <Button size="compact-xs" variant="subtle" onClick={() => showWhole(true)}>
              Show all {others.length.toLocaleString('en')} lines
            </Button>
          )}
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

const PlainName = ({ object }: { readonly object: TouchedObject }) => object.name

interface GroupProps extends Pick<Props, 'words' | 'more'> {
  readonly together: SideEffectGroup
}

function Group({ together: { group, objects: told }, words, more }: GroupProps) {
  const { visitor, options } = useConsoleContext()
  const { objects, ask, isPending, error } = useMoreObjects(told, group.next, more)
  const [isFolded, setFolded] = useState(true)
  const { kind, action, tenant, count } = group
  const { one, many, Name = PlainName, ...verbs } = (Object.hasOwn(words, kind) && words[kind]) || plainWords(kind)
  // What the super-tenant has, all tenants share.
  const isShared = visitor.deployment === 'super' && tenant === options.tenant_display_name
  const shown = isFolded ? objects.slice(0, mostNames) : objects
  const rest = count - shown.length
  const showMore = () => {
    setFolded(false)
    if (shown.length === objects.length) ask?.()
  }
  return (
    <>
      {counted(count, one, many)} will be {verbs[action]}
      {isShared ? '' : ` in ${tenant}`}:{' '}
      <span className="mono">
        {shown.map((object, place) => (
          <Fragment key={object.name}>
            {place > 0 && ', '}
            <Name object={object} />
          </Fragment>
        ))}
      </span>
      {rest > 0 && (
        <>
          {' '}
          and {rest.toLocaleString('en')} more{' '}
          <Button
            size="compact-xs"
            variant="subtle"
            loading={isPending}
            aria-label={`Show more ${many} that will be ${verbs[action]} in ${tenant}`}
            onClick={showMore}
          >
            Show more
          </Button>
        </>
      )}
      {error && <Notice kind="warning">{error.message}</Notice>}
    </>
  )
}

const plainWords = (kind: string): SideEffectWords => ({
  one: kind,
  many: `${kind}s`,
  add: 'added',
  change: 'changed',
  delete: 'deleted',
})
