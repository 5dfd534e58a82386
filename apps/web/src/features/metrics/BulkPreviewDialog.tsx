import { Button } from '@mantine/core'
import type { DryRun, TouchedObject } from '@quatrain/contract/kit/dry-run.ts'
import { differences } from '#kit/parts.ts'
import dialog from '#kit/WriteDialog.module.css'
import { counted } from '#lib/words.ts'
import { cardHeadings } from '#ui/card-headings.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import table from '#ui/table.module.css'
import { metricFormShape } from './metric-form.ts'
import classes from './metrics.module.css'

const headings = ['Metric', 'What changes']

interface Props {
  readonly chosen: number
  readonly preview: DryRun
  /** What the write would do is not what the person agreed to a moment ago. */
  readonly hasMoved: boolean
  readonly close: (answer?: object) => void
}

/** So many are listed one by one; of more, only their number is told. */
const mostListed = 200

/** The question before several metrics are changed: what becomes of each. */
export function BulkPreviewDialog({ chosen, preview: { changes }, hasMoved, close }: Props) {
  const unchanged = chosen - changes.length
  const rest = changes.length - mostListed
  return (
    <Dialog
      title="Change metrics"
      isWide
      onDismiss={() => close()}
      actions={
        <>
          <Button variant="default" data-autofocus onClick={() => close()}>
            Leave them
          </Button>
          <Button disabled={changes.length === 0} onClick={() => close({})}>
            {`Change ${counted(changes.length, 'metric')}`}
          </Button>
        </>
      }
    >
      <div className={dialog.body}>
        <p className={dialog.question}>Are you sure you want to change metrics?</p>
        {hasMoved && (
          <Notice kind="warning" role="alert">
            What this would do has changed while you were asked. Look at it again.
          </Notice>
        )}
        {unchanged > 0 && <p>{counted(unchanged, 'metric')} of those chosen have all of this already.</p>}
        {changes.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to scroll through it
          <section className={`${table.scroll} ${classes.listed}`} aria-label="What changes" tabIndex={0}>
            <table className={`${table.table} ${table.cards}`} style={cardHeadings(headings)}>
              <thead>
                <tr>
                  {headings.map((heading) => (
                    <th key={heading} scope="col">
                      {heading}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {changes.slice(0, mostListed).map((object) => (
                  <tr key={object.name}>
                    <th scope="row" className="mono">
                      {object.name}
                    </th>
                    <td>
                      <Changes of={object} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
        {rest > 0 && <p>And {counted(rest, 'metric')} more.</p>}
      </div>
    </Dialog>
  )
}

function Changes({ of: { before, after } }: { readonly of: TouchedObject }) {
  const { parts, fromDocument } = metricFormShape
  const [old, now] = [fromDocument(before), fromDocument(after)]
  if (!old || !now) return null
  return (
    <ul className={classes.changes}>
      {differences(parts, old, now).flatMap((difference) => {
        if (difference.kind === 'text') return [line(difference.label, difference.before, difference.after)]
        return difference.kind === 'pairs'
          ? difference.changed.map(({ key, before, after }) => line(key, before, after))
          : []
      })}
    </ul>
  )
}

const line = (what: string, before: string, after: string) => (
  <li key={what}>
    <span className="mono">{what}</span>: {before === '' ? 'none' : before} → <strong>{after}</strong>
  </li>
)
