import { Button } from '@mantine/core'
import { diff } from '@quatrain/contract/compare/compare.ts'
import type { AffectedObject } from '@quatrain/contract/kit/dry-run.ts'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import type { previewMetricsVersions } from '@quatrain/contract/resources/metric-moves.ts'
import type { ReactNode } from 'react'
import type { Write } from '#kit/api/write.ts'
import writing from '#kit/write/ConfirmWriteDialog.module.css'
import { ConfirmWriteDialog, SideEffects, useMoreObjects } from '#kit/write/ConfirmWriteDialog.tsx'
import { RemarkField, ruleWords, useRemark } from '#kit/write/RemarkField.tsx'
import type { Answer, ConfirmationProps, Preview } from '#kit/write/write-in-dialog.ts'
import { loadPart } from '#lib/load-part.ts'
import { counted } from '#lib/words.ts'
import { CardTable } from '#ui/CardTable.tsx'
import { Dialog } from '#ui/dialogs.tsx'
import { linesOf } from '#ui/messages.ts'
import { Notice } from '#ui/Notice.tsx'
import table from '#ui/table.module.css'
import classes from './metrics.module.css'

/** The metrics that a write affects, those of them that were read, and how to read more. */
function useAffected({ changes, groups, more }: Preview) {
  // All of them belong to one kind and tenant.
  const [group] = groups
  const { objects, ...reading } = useMoreObjects(changes, group?.next ?? null, more)
  const count = group?.count ?? 0
  return { count, objects, more: { ...reading, rest: count - objects.length } }
}

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
  readonly more: ReturnType<typeof useAffected>['more']
  readonly before?: ReactNode
  readonly after?: ReactNode
  readonly collect?: () => void
}

/** Confirms a write to several metrics, with the effect on each. */
function MetricsPreviewDialog({ headings, label, rows, more, before, after, earlierAnswer, ...dialog }: Props) {
  const remark = useRemark(metrics, 'new versions', earlierAnswer)
  return (
    <ConfirmWriteDialog {...dialog} isWide isDisabled={rows.length === 0} remark={rows.length > 0 ? remark : undefined}>
      {remark.directSaves !== 'open' && <Notice kind="info">{ruleWords(metrics.label, remark.directSaves)}</Notice>}
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
      {more.rest > 0 && (
        <>
          <p>
            And {counted(more.rest, 'metric')} more.{' '}
            <Button size="compact-xs" variant="subtle" loading={more.isPending} onClick={more.ask}>
              Show more
            </Button>
          </p>
          {more.error && <Notice kind="warning">{more.error.message}</Notice>}
        </>
      )}
      {after}
    </ConfirmWriteDialog>
  )
}

interface ChangeProps extends ConfirmationProps {
  readonly chosenCount: number
  /** Adds the change to a change request instead. */
  readonly collect: () => void
}

/** Confirms a change of several metrics. */
export function BulkPreviewDialog({ chosenCount, preview, ...dialog }: ChangeProps) {
  const { count, objects, more } = useAffected(preview)
  const unchanged = chosenCount - count
  return (
    <MetricsPreviewDialog
      title="Change metrics"
      question="Are you sure you want to change metrics?"
      keep="Leave them"
      confirm={`Change ${counted(count, 'metric')}`}
      headings={['Metric', 'What changes']}
      label="What changes"
      rows={objects.map((object) => ({ name: object.name, cells: <Changes metric={object} /> }))}
      before={unchanged > 0 && <p>Unchanged, with these values already: {counted(unchanged, 'metric')}.</p>}
      more={more}
      {...dialog}
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

interface ImportProps extends ConfirmationProps {
  readonly names: readonly string[]
  readonly collect: () => void
}

/** Confirms an import of metrics: which are added, in which version and group, and which are not. */
export function ImportMetricsDialog({ names, preview, ...dialog }: ImportProps) {
  const { count, objects, more } = useAffected(preview)
  const coming = objects.flatMap(({ after }) => metrics.document.safeParse(after).data ?? [])
  const comingNames = new Set(coming.map(({ name }) => name))
  // Known only after all templates are loaded.
  const missingNames = more.rest > 0 ? [] : names.filter((name) => !comingNames.has(name))
  return (
    <MetricsPreviewDialog
      title="Import metrics"
      question="Are you sure you want to import metrics?"
      keep="Import none"
      confirm={`Import ${counted(count, 'metric')}`}
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
          <SideEffects groups={[]} kinds={{}} notices={preview.notices} more={preview.more} />
          {names.length > count && (
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
      more={more}
      {...dialog}
    />
  )
}

interface UpdateProps {
  readonly write: Write
  readonly preview: AnswerOf<typeof previewMetricsVersions>
  readonly close: (answer?: Answer | 'collect') => void
}

/** Confirms moving metrics, in the sentences of the server. */
export function UpdateMetricsDialog({ preview, write, close }: UpdateProps) {
  const { updated, deleted, warning } = preview
  const remark = useRemark(metrics, 'new versions')
  const showAsCode = async () => {
    const { showWriteAsCode } = await loadPart(() => import('#kit/write/AsCodeDialog.tsx'))
    const options = { ...remark.answer, ifPreviewMatch: preview.preview }
    showWriteAsCode({ write, options, resource: undefined })
  }
  return (
    <Dialog
      title="Update metrics"
      onDismiss={() => close()}
      actions={
        <>
          <Button className={writing.asCode} variant="subtle" onClick={() => void showAsCode()}>
            As code
          </Button>
          <Button variant="default" data-autofocus onClick={() => close()}>
            Leave them
          </Button>
          <Button variant="default" onClick={() => close('collect')}>
            Add to change request
          </Button>
          <Button
            color={deleted ? 'red' : undefined}
            disabled={!remark.isComplete}
            onClick={() => close(remark.answer)}
          >
            Update metrics
          </Button>
        </>
      }
    >
      <div className={classes.texts}>
        {linesOf([updated, deleted, warning]).map((line) => (
          <p key={line}>{line}</p>
        ))}
        {remark.directSaves !== 'open' && <Notice kind="info">{ruleWords(metrics.label, remark.directSaves)}</Notice>}
        <RemarkField remark={remark} />
        {remark.directSaves !== 'closed' && (
          <p>
            <strong>ARE YOU SURE you want to update metrics?</strong>
          </p>
        )}
      </div>
    </Dialog>
  )
}
