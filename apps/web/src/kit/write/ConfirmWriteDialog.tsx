import { Button, Checkbox, TextInput } from '@mantine/core'
import type { AffectedGroup, AffectedObject, DryRun } from '@quatrain/contract/kit/dry-run.ts'
import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, Fragment, type ReactNode, use, useId, useState } from 'react'
import { Link } from 'react-router'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { kindOf } from '#lib/kinds.ts'
import { counted } from '#lib/words.ts'
import { Dialog } from '#ui/dialogs.tsx'
import { linesOf } from '#ui/messages.ts'
import { Notice } from '#ui/Notice.tsx'
import classes from './ConfirmWriteDialog.module.css'
import { nameNow, type SideEffectKinds } from './form-definition.ts'
import { type Remark, RemarkField } from './RemarkField.tsx'
import { type Answer, type ConfirmationProps, type Preview, WriteInDialog } from './write-in-dialog.ts'

/** The objects of one kind that a write affects in one tenant: their number, and those that the preview lists. */
interface SideEffectGroup {
  readonly group: AffectedGroup
  readonly objects: readonly AffectedObject[]
}

/** The side effects of a write, without the objects that it is about. */
export function sideEffectsIn(
  { changes, groups }: Pick<DryRun, 'changes' | 'groups'>,
  own: readonly AffectedObject[],
): readonly SideEffectGroup[] {
  const sampled = Map.groupBy(changes, keyOf)
  const isOwn = new Set(own)
  return groups.flatMap((group) => {
    const all = sampled.get(keyOf(group)) ?? []
    const objects = all.filter((object) => !isOwn.has(object))
    const count = group.count - (all.length - objects.length)
    return count === 0 ? [] : [{ group: { ...group, count }, objects }]
  })
}

/** The names of the tenants with side effects, in their order. */
export const tenantsIn = (groups: readonly SideEffectGroup[]): string[] => [
  ...new Set(groups.map(({ group }) => group.tenant)),
]

const keyOf = ({ tenant, kind, action }: Pick<AffectedGroup, 'tenant' | 'kind' | 'action'>) =>
  [tenant, kind, action].join('\n')

interface EffectsProps {
  /** Without the objects that the write itself is about. */
  readonly groups: readonly SideEffectGroup[]
  readonly notices: DryRun['notices']
  readonly kinds: SideEffectKinds | undefined
  readonly more: Preview['more']
}

/** The maximum numbers of groups, and of names in each, without expanding. */
const maxGroups = 30
const maxNames = 12

/** The side effects of a write, and what it cannot do. */
export function SideEffects({ groups, notices, kinds, more }: EffectsProps) {
  const [isWhole, showFullPage] = useState(false)
  const { warning, unavailable } = notices
  const warnings = linesOf([warning, unavailable])
  const visibleGroups = isWhole ? groups : groups.slice(0, maxGroups)
  return (
    <>
      {groups.length > 0 && (
        <section className={classes.changes}>
          <h3>Other objects affected</h3>
          <ul className={classes.affected}>
            {visibleGroups.map((together) => (
              <li key={[together.group.tenant, together.group.kind, together.group.action].join('\n')}>
                <Group together={together} kinds={kinds} more={more} />
              </li>
            ))}
          </ul>
          {visibleGroups.length < groups.length && (
            <Button size="compact-xs" variant="subtle" onClick={() => showFullPage(true)}>
              Show all {groups.length.toLocaleString('en')} lines
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

interface ObjectNameProps {
  readonly object: AffectedObject
  /** The object belongs to this console, which has a page for it. */
  readonly isHere: boolean
}

/** The name of an object, with a link that opens in a new tab so that typed values are kept. */
function ObjectName({ object, isHere }: ObjectNameProps) {
  const kind = kindOf(object.kind)
  if (!isHere || !kind || !object.before || kind.key === 'id') return object.name
  return (
    <Link to={kind.paths.details(keyIn(object.before, kind.key))} target="_blank">
      {nameNow(object)}
    </Link>
  )
}

interface GroupProps extends Pick<EffectsProps, 'kinds' | 'more'> {
  readonly together: SideEffectGroup
}

function Group({ together: { group, objects: listed }, kinds = {}, more }: GroupProps) {
  const { caller, options } = useConsoleContext()
  const { objects, ask, isPending, error } = useMoreObjects(listed, group.next, more)
  const [isFolded, setFolded] = useState(true)
  const { kind, action, tenant, count } = group
  const { one, many } = kindOf(kind)?.label ?? { one: kind, many: `${kind}s` }
  const { Name, ...words } = (Object.hasOwn(kinds, kind) && kinds[kind]) || {}
  const verbs = { ...usualVerbs, ...words }
  // The super-tenant's objects are shared by all tenants.
  const isShared = caller.deployment === 'super' && tenant === options.tenant_display_name
  const isHere = caller.deployment === 'tenant' || isShared
  const visibleObjects = isFolded ? objects.slice(0, maxNames) : objects
  // What follows later is counted only.
  const rest = group.later ? 0 : count - visibleObjects.length
  const showMore = () => {
    setFolded(false)
    if (visibleObjects.length === objects.length) ask?.()
  }
  return (
    <>
      {counted(count, one, many)} will be {verbs[action]}
      {isShared ? '' : ` in ${tenant}`}
      {group.later ? ' later, by a job.' : ': '}
      <span className="mono">
        {visibleObjects.map((object, place) => (
          <Fragment key={object.name}>
            {place > 0 && ', '}
            {Name ? <Name object={object} /> : <ObjectName object={object} isHere={isHere} />}
          </Fragment>
        ))}
      </span>
      {rest > 0 && (
        <>
          {' '}
          {visibleObjects.length > 0 && `and ${rest.toLocaleString('en')} more `}
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

const usualVerbs = { add: 'added', change: 'changed', delete: 'deleted' } as const

/** The loaded objects of one group of a dry run, and a function that loads more; undefined at the end. */
export function useMoreObjects(sampled: readonly AffectedObject[], cursor: string | null, more: Preview['more']) {
  const [later, setLater] = useState<readonly AffectedObject[]>([])
  const [next, setNext] = useState(cursor)
  const { mutate, isPending, error } = useMutation({
    mutationFn: more,
    onSuccess({ changes, groups: [group] }) {
      setLater([...later, ...changes])
      setNext(group?.next ?? null)
    },
  })
  return { objects: [...sampled, ...later], ask: next === null ? undefined : () => mutate(next), isPending, error }
}

interface DialogProps extends Pick<ConfirmationProps, 'hasPreviewChanged' | 'close'> {
  readonly title: string
  readonly question: string
  /** The displayed name of the object, if it is about a single one. */
  readonly object?: string
  /** The labels of the buttons; as a rule `Keep it` and the title. */
  readonly keep?: string
  readonly confirm?: string
  readonly isDestructive?: boolean
  readonly isWide?: boolean
  /** There is nothing to confirm. */
  readonly isDisabled?: boolean
  /** A text that the user has to type first. */
  readonly typing?: { readonly expected: string; readonly label: string } | undefined
  /** Adds the write to a change request instead. */
  readonly collect?: (() => void) | undefined
  /** What is sent with the write, besides the remark. */
  readonly answer?: Omit<Answer, 'remark' | 'pastRule'>
  readonly remark?: Remark | undefined
  /** The effects of the write. */
  readonly children: ReactNode
}

/** The dialog before a write that was previewed: its question, its effects, and what has to be typed to confirm it. */
export function ConfirmWriteDialog(props: DialogProps) {
  const { title, question, object, keep = 'Keep it', confirm = title, isDestructive, isWide, typing } = props
  const { hasPreviewChanged, isDisabled = false, remark, collect, children, close } = props
  const answer = { ...props.answer, ...remark?.answer }
  const [typed, setTyped] = useState('')
  const { owners, showAsCode } = use(WriteInDialog)
  const [isForNow, setForNow] = useState(owners === '')
  const form = useId()
  const isComplete = !isDisabled && isForNow && remark?.isComplete !== false
  const canConfirm = isComplete && (!typing || typed.trim() === typing.expected)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canConfirm) close(answer)
  }
  return (
    <Dialog
      title={title}
      isWide={isWide}
      onDismiss={() => close()}
      actions={
        <>
          {showAsCode && (
            <Button className={classes.asCode} variant="subtle" onClick={() => void showAsCode(answer)}>
              As code
            </Button>
          )}
          <Button variant="default" data-autofocus onClick={() => close()}>
            {keep}
          </Button>
          {collect && (
            <Button
              variant="default"
              onClick={() => {
                close()
                collect()
              }}
            >
              Add to change request
            </Button>
          )}
          <Button type="submit" form={form} color={isDestructive ? 'red' : undefined} disabled={!canConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id={form} className={classes.body} onSubmit={submit}>
        <p className={classes.question}>{question}</p>
        {object !== undefined && <p className={classes.name}>{object}</p>}
        {hasPreviewChanged && (
          <Notice kind="warning" role="alert">
            The effects have changed. Review them again.
          </Notice>
        )}
        {children}
        {remark && <RemarkField remark={remark} />}
        {owners !== '' && (
          <Notice kind="warning">
            <Checkbox
              label={`The next apply of ${owners} will take this back.`}
              checked={isForNow}
              onChange={(event) => setForNow(event.currentTarget.checked)}
            />
          </Notice>
        )}
        {typing && (
          <TextInput
            label={typing.label}
            classNames={{ input: 'mono' }}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </form>
    </Dialog>
  )
}
