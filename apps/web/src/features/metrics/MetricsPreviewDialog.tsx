import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import dialog from '#kit/write/WriteDialog.module.css'
import { CardTable } from '#ui/CardTable.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import table from '#ui/table.module.css'
import classes from './metrics.module.css'

interface Props {
  readonly title: string
  readonly question: string
  /** What leaves everything as it is, and what does it. */
  readonly buttons: { readonly keep: string; readonly agree: string }
  /** What the write would do is not what the person agreed to a moment ago. */
  readonly hasPreviewChanged: boolean
  readonly headings: readonly string[]
  /** What the table shows, for who cannot see it. */
  readonly label: string
  /** Of each metric its name, and the cells beside it; without any metric, there is nothing to agree to. */
  readonly rows: readonly { readonly name: string; readonly cells: ReactNode }[]
  /** What else there is to say, before and after the table. */
  readonly before?: ReactNode
  readonly after?: ReactNode
  readonly close: (answer?: object) => void
}

/** The question before something is done to several metrics: what becomes of each. */
export function MetricsPreviewDialog(props: Props) {
  const { title, question, buttons, hasPreviewChanged, headings, label, rows, before, after, close } = props
  return (
    <Dialog
      title={title}
      isWide
      onDismiss={() => close()}
      actions={
        <>
          <Button variant="default" data-autofocus onClick={() => close()}>
            {buttons.keep}
          </Button>
          <Button disabled={rows.length === 0} onClick={() => close({})}>
            {buttons.agree}
          </Button>
        </>
      }
    >
      <div className={dialog.body}>
        <p className={dialog.question}>{question}</p>
        {hasPreviewChanged && (
          <Notice kind="warning" role="alert">
            The effects have changed. Review them again.
          </Notice>
        )}
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
      </div>
    </Dialog>
  )
}
