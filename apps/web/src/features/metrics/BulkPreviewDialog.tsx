import type { DryRun, TouchedObject } from '@quatrain/contract/kit/dry-run.ts'
import { differences } from '#kit/parts.ts'
import { counted } from '#lib/words.ts'
import { MetricsPreviewDialog } from './MetricsPreviewDialog.tsx'
import { metricFormShape } from './metric-form.ts'
import classes from './metrics.module.css'

interface Props {
  readonly chosen: number
  readonly preview: DryRun
  /** What the write would do is not what the person agreed to a moment ago. */
  readonly hasMoved: boolean
  readonly close: (answer?: object) => void
}

/** So many are listed one by one; of more, only their number is told. */
const mostListed = 200

/** The question before several metrics are changed. */
export function BulkPreviewDialog({ chosen, preview: { changes }, hasMoved, close }: Props) {
  const unchanged = chosen - changes.length
  const rest = changes.length - mostListed
  return (
    <MetricsPreviewDialog
      title="Change metrics"
      question="Are you sure you want to change metrics?"
      buttons={{ keep: 'Leave them', agree: `Change ${counted(changes.length, 'metric')}` }}
      hasMoved={hasMoved}
      headings={['Metric', 'What changes']}
      label="What changes"
      rows={changes.slice(0, mostListed).map((object) => ({ name: object.name, cells: <Changes of={object} /> }))}
      before={unchanged > 0 && <p>{counted(unchanged, 'metric')} of those chosen have all of this already.</p>}
      after={rest > 0 && <p>And {counted(rest, 'metric')} more.</p>}
      close={close}
    />
  )
}

function Changes({ of: { before, after } }: { readonly of: TouchedObject }) {
  const { parts, fromDocument } = metricFormShape
  const [old, now] = [fromDocument(before), fromDocument(after)]
  if (!old || !now) return <td />
  return (
    <td>
      <ul className={classes.changes}>
        {differences(parts, old, now).flatMap((difference) => {
          if (difference.kind === 'text') return [line(difference.label, difference.before, difference.after)]
          return difference.kind === 'pairs'
            ? difference.changed.map(({ key, before, after }) => line(key, before, after))
            : []
        })}
      </ul>
    </td>
  )
}

const line = (what: string, before: string, after: string) => (
  <li key={what}>
    <span className="mono">{what}</span>: {before === '' ? 'none' : before} → <strong>{after}</strong>
  </li>
)
