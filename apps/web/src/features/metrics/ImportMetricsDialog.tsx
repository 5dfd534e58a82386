import { Button } from '@mantine/core'
import type { DryRun } from '@quatrain/contract/kit/dry-run.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import dialog from '#kit/WriteDialog.module.css'
import { counted } from '#lib/words.ts'
import { cardHeadings } from '#ui/card-headings.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import table from '#ui/table.module.css'
import classes from './metrics.module.css'

const headings = ['Metric', 'Probe version', 'Group']

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
    <Dialog
      title="Import metrics"
      isWide
      onDismiss={() => close()}
      actions={
        <>
          <Button variant="default" data-autofocus onClick={() => close()}>
            Import none
          </Button>
          <Button disabled={coming.length === 0} onClick={() => close({})}>
            {`Import ${counted(coming.length, 'metric')}`}
          </Button>
        </>
      }
    >
      <div className={dialog.body}>
        <p className={dialog.question}>Are you sure you want to import metrics?</p>
        {hasMoved && (
          <Notice kind="warning" role="alert">
            What this would do has changed while you were asked. Look at it again.
          </Notice>
        )}
        {coming.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to scroll through it
          <section className={`${table.scroll} ${classes.listed}`} aria-label="What will be imported" tabIndex={0}>
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
                {coming.map(({ name, probeversion, group }) => (
                  <tr key={name}>
                    <th scope="row" className="mono">
                      {name}
                    </th>
                    <td className="mono">{probeversion === '' ? 'none (passive)' : probeversion}</td>
                    <td>{group}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
        {missing.length > 0 && (
          <Notice kind="warning">
            <p>
              {counted(missing.length, 'metric template')} of those chosen will not be imported, since the package
              versions in use do not have them: {missing.join(', ')}.
            </p>
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
