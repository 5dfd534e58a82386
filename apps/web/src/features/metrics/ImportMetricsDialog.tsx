import { metrics } from '@quatrain/contract/resources/metric.ts'
import { useMoreObjects } from '#kit/write/SideEffects.tsx'
import type { ConfirmationProps } from '#kit/write/use-previewed-write.ts'
import { counted } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import { MetricsPreviewDialog } from './MetricsPreviewDialog.tsx'
import { MoreMetrics } from './MoreMetrics.tsx'

interface Props extends ConfirmationProps {
  readonly names: readonly string[]
}

/** Confirms an import of metrics: which are added, in which version and group, and which are not. */
export function ImportMetricsDialog({ names, preview: { changes, groups, more }, hasPreviewChanged, close }: Props) {
  // All of them belong to one kind and tenant, and are added.
  const [group] = groups
  const { objects, ask, isPending, error } = useMoreObjects(changes, group?.next ?? null, more)
  const coming = objects.flatMap(({ after }) => metrics.document.safeParse(after).data ?? [])
  const count = group?.count ?? 0
  const rest = count - coming.length
  const comingNames = new Set(coming.map(({ name }) => name))
  // Known only after all templates are loaded.
  const missingNames = rest > 0 ? [] : names.filter((name) => !comingNames.has(name))
  const isMissing = names.length > count
  return (
    <MetricsPreviewDialog
      title="Import metrics"
      question="Are you sure you want to import metrics?"
      keep="Import none"
      confirm={`Import ${counted(count, 'metric')}`}
      hasPreviewChanged={hasPreviewChanged}
      headings={['Metric', 'Probe version', 'Group']}
      label="What will be imported"
      rows={coming.map(({ name, probeversion, group }) => ({
        name,
        cells: (
          <>
            <td className="mono">{probeversion === '' ? 'none (passive)' : probeversion}</td>
            <td>{group}</td>
          </>
        ),
      }))}
      after={
        <>
          {rest > 0 && <MoreMetrics rest={rest} ask={ask} isPending={isPending} error={error} />}
          {isMissing && (
            <Notice kind="warning">
              <p>
                Not imported, because the package versions in use do not have them:{' '}
                {counted(names.length - count, 'metric template')}
                {missingNames.length > 0 && ` (${missingNames.join(', ')})`}.
              </p>
            </Notice>
          )}
        </>
      }
      close={close}
    />
  )
}
