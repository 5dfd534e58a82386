import { Button } from '@mantine/core'
import { diff } from '@quatrain/contract/compare/compare.ts'
import type { AffectedObject } from '@quatrain/contract/kit/dry-run.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import type { ReactNode } from 'react'
import { ConfirmWriteDialog } from '#kit/write/ConfirmWriteDialog.tsx'
import { useMoreObjects } from '#kit/write/SideEffects.tsx'
import type { ConfirmationProps } from '#kit/write/use-previewed-write.ts'
import { counted } from '#lib/words.ts'
import { CardTable } from '#ui/CardTable.tsx'
import { Notice } from '#ui/Notice.tsx'
import table from '#ui/table.module.css'
import classes from './metrics.module.css'

interface Props extends Omit<ConfirmationProps, 'preview'> {
  readonly title: string
  readonly question: string
  readonly keep: string
  readonly confirm: string
  readonly headings: readonly string[]
  /** The accessible name of the table. */
  readonly label: string
  /** The name and the cells of each metric. If there are none, there is nothing to confirm. */
  readonly rows: readonly { readonly name: string; readonly cells: ReactNode }[]
  readonly before?: ReactNode
  readonly after?: ReactNode
}

/** Confirms a write to several metrics, with the effect on each. */
const MetricsPreviewDialog = ({ headings, label, rows, before, after, ...dialog }: Props) => (
  <ConfirmWriteDialog {...dialog} isWide isDisabled={rows.length === 0}>
    {before}
    {rows.length > 0 && (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to scroll through it
      <section className={`${table.scroll} ${classes.listed}`} aria-label={label} tabIndex={0}>
        <CardTable caption={label} headings={headings}>
          {rows.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row" className="mono">
                {name}
              </th>
              {cells}
            </tr>
          ))}
        </CardTable>
      </section>
    )}
    {after}
  </ConfirmWriteDialog>
)

interface BulkPreviewDialogProps extends ConfirmationProps {
  readonly chosenCount: number
}

/** Confirms a change of several metrics. */
export function BulkPreviewDialog({
  chosenCount,
  preview: { changes, groups, more },
  hasPreviewChanged,
  close,
}: BulkPreviewDialogProps) {
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

interface ImportMetricsDialogProps extends ConfirmationProps {
  readonly names: readonly string[]
}

/** Confirms an import of metrics: which are added, in which version and group, and which are not. */
export function ImportMetricsDialog({
  names,
  preview: { changes, groups, more },
  hasPreviewChanged,
  close,
}: ImportMetricsDialogProps) {
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

interface MoreMetricsProps {
  readonly rest: number
  readonly ask: (() => void) | undefined
  readonly isPending: boolean
  readonly error: Error | null
}

/** The number of metrics that a dialog does not list yet, with a button that loads more. */
const MoreMetrics = ({ rest, ask, isPending, error }: MoreMetricsProps) => (
  <>
    <p>
      And {counted(rest, 'metric')} more.{' '}
      <Button size="compact-xs" variant="subtle" loading={isPending} onClick={ask}>
        Show more
      </Button>
    </p>
    {error && <Notice kind="warning">{error.message}</Notice>}
  </>
)
