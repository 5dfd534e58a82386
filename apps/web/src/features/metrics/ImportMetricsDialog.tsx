import type { DryRun } from '@quatrain/contract/kit/dry-run.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { counted } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import { MetricsPreviewDialog } from './MetricsPreviewDialog.tsx'

interface Props {
  readonly names: readonly string[]
  readonly preview: DryRun
  /** What the write would do is not what the person agreed to a moment ago. */
  readonly hasMoved: boolean
  readonly close: (answer?: object) => void
}

/** The question before metrics are imported: which come, in which version and group, and which do not. */
export function ImportMetricsDialog({ names, preview: { changes }, hasMoved, close }: Props) {
  const coming = changes.flatMap(({ after }) => metrics.document.safeParse(after).data ?? [])
  const known = new Set(coming.map(({ name }) => name))
  const missing = names.filter((name) => !known.has(name))
  return (
    <MetricsPreviewDialog
      title="Import metrics"
      question="Are you sure you want to import metrics?"
      buttons={{ keep: 'Import none', agree: `Import ${counted(coming.length, 'metric')}` }}
      hasMoved={hasMoved}
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
        missing.length > 0 && (
          <Notice kind="warning">
            <p>
              {counted(missing.length, 'metric template')} of those chosen will not be imported, since the package
              versions in use do not have them: {missing.join(', ')}.
            </p>
          </Notice>
        )
      }
      close={close}
    />
  )
}
