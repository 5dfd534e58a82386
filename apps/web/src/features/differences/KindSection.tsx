import type { KindDifferences } from '@quatrain/contract/console/differences.ts'
import { Moment } from '#kit/page/Moment.tsx'
import type { Kind } from '#lib/kinds.ts'
import { capitalized, counted } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import { DifferenceItem } from './DifferenceItem.tsx'
import classes from './Differences.module.css'

interface Props {
  readonly kind: Kind
  readonly comparison: KindDifferences
}

/** The differences of one kind. */
export function KindSection({ kind, comparison }: Props) {
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
