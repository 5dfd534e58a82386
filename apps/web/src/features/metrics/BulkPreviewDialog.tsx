import { diff } from '@quatrain/contract/compare/compare.ts'
import type { AffectedObject } from '@quatrain/contract/kit/dry-run.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { useMoreObjects } from '#kit/write/SideEffects.tsx'
import type { ConfirmationProps } from '#kit/write/use-previewed-write.ts'
import { counted } from '#lib/words.ts'
import { MetricsPreviewDialog } from './MetricsPreviewDialog.tsx'
import { MoreMetrics } from './MoreMetrics.tsx'
import classes from './metrics.module.css'

interface Props extends ConfirmationProps {
  readonly chosenCount: number
}

/** Confirms a change of several metrics. */
export function BulkPreviewDialog({
  chosenCount,
  preview: { changes, groups, more },
  hasPreviewChanged,
  close,
}: Props) {
  // All of them belong to one kind and tenant, and are changed.
  const [group] = groups
  const { objects, ask, isPending, error } = useMoreObjects(changes, group?.next ?? null, more)
  const count = group?.count ?? 0
  const unchanged = chosenCount - count
  const rest = count - objects.length
  return (
    <MetricsPreviewDialog
      title="Change metrics"
      question="Are you sure you want to change metrics?"
      keep="Leave them"
      confirm={`Change ${counted(count, 'metric')}`}
      hasPreviewChanged={hasPreviewChanged}
      headings={['Metric', 'What changes']}
      label="What changes"
      rows={objects.map((object) => ({ name: object.name, cells: <Changes metric={object} /> }))}
      before={unchanged > 0 && <p>Unchanged, with these values already: {counted(unchanged, 'metric')}.</p>}
      after={rest > 0 && <MoreMetrics rest={rest} ask={ask} isPending={isPending} error={error} />}
      close={close}
    />
  )
}

function Changes({ metric: { before, after } }: { readonly metric: AffectedObject }) {
  const [old, now] = [storedDocument(metrics, before), storedDocument(metrics, after)]
  if (!old || !now) return <td />
  const { group, config } = diff(metrics.compared, old, now)
  return (
    <td>
      <ul className={classes.changes}>
        {group?.kind === 'text' && line('group', group.before, group.after)}
        {config?.kind === 'records' &&
          config.changed.map(({ item, changes: { value } }) =>
            value?.kind === 'text'
              ? line(metrics.compared.config.cellsOf(item).join(), value.before, value.after)
              : null,
          )}
      </ul>
    </td>
  )
}

const line = (label: string, before: string, after: string) => (
  <li key={label}>
    <span className="mono">{label}</span>: {before === '' ? 'none' : before} → <strong>{after}</strong>
  </li>
)
