import { Button } from '@mantine/core'
import type { KindDifferences } from '@quatrain/contract/console/differences.ts'
import { useQuery } from '@tanstack/react-query'
import { Failure } from '#kit/page/Failure.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { PagePlaceholder } from '#kit/page/PagePlaceholder.tsx'
import { type Kind, kindOf } from '#lib/kinds.ts'
import { capitalized, counted } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { DifferenceItem } from './DifferenceItem.tsx'
import classes from './Differences.module.css'
import { differencesQuery } from './differences.queries.ts'

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
        const kind = kindOf(comparison.kind)
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

interface Props {
  readonly kind: Kind
  readonly comparison: KindDifferences
}

/** The differences of one kind. */
function KindSection({ kind, comparison }: Props) {
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
