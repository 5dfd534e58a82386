import { Button } from '@mantine/core'
import { diff } from '@quatrain/contract/compare/compare.ts'
import type { KindDifferences, StoreDifference } from '@quatrain/contract/console/differences.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { DifferenceView } from '#kit/compare/DifferenceView.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { Failure, LoadFailure, PagePlaceholder } from '#kit/page/page-states.tsx'
import { type DeclaredKind, declaredKindOf } from '#lib/declared-kinds.ts'
import { capitalized, counted, inNameOrder } from '#lib/words.ts'
import { BusyButton } from '#ui/dialogs.tsx'
import { Mark } from '#ui/Mark.tsx'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import classes from './Differences.module.css'
import { bothQuery, differencesQuery } from './differences.queries.ts'
import { useReconciliation } from './use-reconciliation.tsx'

/** What differs between the console and the Web API, with the actions that remove each difference. */
export function DifferencesPage() {
  const { data, error, refetch, isFetching } = useQuery(differencesQuery)
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <PagePlaceholder title="Differences" />
  return (
    <PageFrame
      title="Differences"
      actions={
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          Compare again
        </Button>
      }
    >
      <p className={classes.about}>
        Profiles are stored in the console and in the Web API, which monitoring reads. The two differ if another program
        has changed the Web API. Nothing is changed until you choose an action and confirm it.
      </p>
      {data.map((comparison) => {
        const kind = declaredKindOf(comparison.kind)
        if (kind) return <KindSection key={comparison.kind} kind={kind} comparison={comparison} />
        return (
          <Notice key={comparison.kind} kind="warning" role="status">
            This version of the page does not know objects of the kind {comparison.kind}. Reload it.
          </Notice>
        )
      })}
    </PageFrame>
  )
}

/** The differences of one kind. */
function KindSection({ kind, comparison }: { readonly kind: DeclaredKind; readonly comparison: KindDifferences }) {
  const { label } = kind.resource
  const { inConsole, inWebApi, failure, differences, unreadable, openWrites } = comparison
  const isEqual = failure === '' && differences.length + unreadable.length + openWrites.length === 0
  return (
    <section className={classes.kind} aria-labelledby={comparison.kind}>
      <h2 id={comparison.kind}>{capitalized(label.many)}</h2>
      {failure !== '' && (
        <Notice kind="bad" role="status">
          The {label.many} of the Web API could not be read, so nothing was compared: {failure}
        </Notice>
      )}
      {inWebApi === 0 && inConsole > 0 && (
        <Notice kind="warning" role="status">
          The Web API has no {label.many} at all. If that is not intended, check its address and the tenant of its key
          before you send anything.
        </Notice>
      )}
      {isEqual && (
        <p className={classes.none}>
          No differences: {counted(inConsole, label.one, label.many)} {inConsole === 1 ? 'is' : 'are'} the same in both
          stores.
        </p>
      )}
      <ul className={classes.list}>
        {differences.map((difference) => (
          <DifferenceItem key={difference.apiid} kind={kind} difference={difference} />
        ))}
        {unreadable.map(({ id, name, problem }, place) => (
          <li key={id || place} className={classes.item}>
            <strong className={classes.name}>{name || id || 'Without a name'}</strong>
            <span>
              The Web API has it in a form that the console cannot read: <span className="mono">{problem}</span>
            </span>
          </li>
        ))}
        {openWrites.map(({ name, action, actor, since, reason }) => (
          <li key={`${name} ${since}`} className={classes.item}>
            <strong className={classes.name}>{name}</strong>
            <span>
              {capitalized(action)} by {actor || 'the console'}, not completed since <Moment iso={since} />. It is
              retried until both stores agree.{reason && ` The last attempt failed: ${reason}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface DifferenceItemProps {
  readonly kind: DeclaredKind
  readonly difference: StoreDifference
}

const places = { console: 'Only in the console', 'web-api': 'Only in the Web API', both: 'Different' } as const

/** One object that differs: where it is, its contents on demand, and what can be done. */
function DifferenceItem({ kind, difference }: DifferenceItemProps) {
  const { name, in: place } = difference
  const [isOpen, setOpen] = useState(false)
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <strong className={classes.name}>
          {place === 'web-api' ? name : <Link to={kind.paths.details(name)}>{name}</Link>}
        </strong>
        <Mark tone={place === 'both' ? 'warn' : 'plain'}>{places[place]}</Mark>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Hide' : 'Show'} contents of ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'Show'} contents
        </Button>
        <DifferenceActions kind={kind} difference={difference} />
      </div>
      {place === 'console' && (
        <p className={classes.hint}>
          If it is sent, the Web API assigns another id to it. What refers to the old id has to be sent again too.
        </p>
      )}
      {isOpen && <DifferenceDetails kind={kind} difference={difference} />}
    </li>
  )
}

/** The contents field by field: from the console to the Web API. */
function DifferenceDetails({ kind: { resource }, difference: { apiid, name } }: DifferenceItemProps) {
  const { data, error, refetch } = useQuery(bothQuery(resource, apiid))
  if (error) return <LoadFailure subject={name} error={error} retry={refetch} />
  if (!data) return <p role="status">Loading…</p>
  const [own, theirs] = [data.console, data.webApi].map((document) => document && storedDocument(resource, document))
  return (
    <>
      {own && theirs && <p>From the content of the console to that of the Web API:</p>}
      <DifferenceView
        level={3}
        fields={resource.compared}
        changes={diff(resource.compared, own ?? {}, theirs ?? {})}
        emptyText="Only the order or fields that the console does not show differ."
      />
    </>
  )
}

/** The actions that remove a difference. Each one is previewed and confirmed. */
function DifferenceActions({ kind, difference }: DifferenceItemProps) {
  const { name, in: place } = difference
  const { user } = useConsoleContext()
  const write = kind.resource.access.tenant?.write
  const groups = typeof write === 'object' ? inNameOrder(user?.groups[write.group] ?? []) : []
  const [groupname = groups[0] ?? '', setGroup] = useState<string>()
  const { run, isBusy } = useReconciliation(kind, difference)
  const button = (label: string, action: Parameters<typeof run>[0]) => (
    <BusyButton
      size="compact-sm"
      variant="default"
      isBusy={isBusy}
      disabled={isBusy}
      aria-label={`${label}: ${name}`}
      onClick={() => run(action)}
    >
      {label}
    </BusyButton>
  )
  return (
    <div className={classes.actions}>
      {place === 'web-api' && (
        <>
          <NativeSelect
            size="xs"
            aria-label={`Group of ${name}`}
            data={groups}
            value={groupname}
            onChange={(event) => setGroup(event.currentTarget.value)}
          />
          {button('Add to the console', { action: 'adopt', groupname })}
          {button('Delete from the Web API', { action: 'discard' })}
        </>
      )}
      {place === 'both' && button('Take over from the Web API', { action: 'adopt' })}
      {place !== 'web-api' && button('Send to the Web API', { action: 'send' })}
    </div>
  )
}
