import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { NumberCell, RowTable } from '#kit/row-table/RowTable.tsx'
import { Dialog } from '#ui/dialogs.tsx'
import { Mark, type Tone } from '#ui/Mark.tsx'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { Fate, PreviewLine } from './import-plan.ts'
import classes from './imports.module.css'

/** Whether a file can be used: why not, or what is left out or cannot be checked. */
type ReadFile =
  | { readonly kind: 'unreadable'; readonly problems: readonly string[] }
  | { readonly kind: 'content'; readonly notes: readonly string[] }

interface Props {
  readonly title: 'Import CSV' | 'Import JSON'
  readonly fileName: string
  /** What the import does, after the name of the file. */
  readonly about?: string
  /** Actions beside the name of the file. */
  readonly fileActions?: ReactNode
  readonly read: ReadFile
  readonly canApply: boolean
  readonly cancel: () => void
  readonly apply: () => void
  /** The preview of the changes. */
  readonly children: ReactNode
}

/** A dialog that previews how a file would change the form; nothing changes before `apply`. */
export function ImportFrame(props: Props) {
  const { title, fileName, about, fileActions, read, canApply, cancel, apply, children } = props
  return (
    <Dialog
      title={title}
      isWide
      onDismiss={cancel}
      actions={
        <>
          <Button variant="default" data-autofocus onClick={cancel}>
            Cancel import
          </Button>
          <Button disabled={!canApply} onClick={apply}>
            Apply to form
          </Button>
        </>
      }
    >
      <div className={classes.body}>
        <div className={classes.file}>
          <p>
            From <strong className="mono">{fileName}</strong>
            {about && `. ${about}`}
          </p>
          {fileActions}
        </div>
        {read.kind === 'unreadable' && (
          <Notice kind="bad" role="alert">
            <Paragraphs texts={read.problems} />
          </Notice>
        )}
        {read.kind === 'content' && read.notes.length > 0 && (
          <Notice kind="warning" role="status">
            <Paragraphs texts={read.notes} />
          </Notice>
        )}
        {children}
      </div>
    </Dialog>
  )
}

const Paragraphs = ({ texts }: { readonly texts: readonly string[] }) => texts.map((text) => <p key={text}>{text}</p>)

const tones = { Rejected: 'bad', Removed: 'warn', Changed: 'warn', Added: 'good' } as const satisfies Record<Fate, Tone>

interface PreviewProps<Line> {
  readonly summary: string
  readonly lines: readonly Line[]
  /** Those that the lines can have. */
  readonly fates: readonly Fate[]
  /** The columns after the number and the result. */
  readonly columns: readonly {
    readonly header: string
    readonly width?: string
    readonly className?: string
    readonly textOf: (line: Line) => string
  }[]
}

/** What an import would do, row by row, with a filter by the result. */
export function ImportPreview<Line extends PreviewLine>({ summary, lines, fates, columns }: PreviewProps<Line>) {
  const [visibleFate, setVisibleFate] = useState('')
  const count = (fate: Fate) => lines.filter((line) => line.fate === fate).length
  const filter = (
    <NativeSelect
      size="xs"
      aria-label="Filter by result"
      value={visibleFate}
      onChange={(event) => setVisibleFate(event.currentTarget.value)}
      data={[
        { value: '', label: 'Show all' },
        ...fates.map((fate) => ({ value: fate, label: `${fate} (${count(fate)})` })),
      ]}
    />
  )
  return (
    <div className={classes.preview}>
      <p role="status" className={classes.counts}>
        {summary}
      </p>
      <RowTable
        label="Effects of the import"
        isInDialog
        // The filter is at the top, so that it is visible in a narrow window too.
        columns={[
          { header: 'Row', width: '72px', align: 'end' },
          { header: 'Result', width: '30%', filter },
          ...columns,
        ]}
        rows={lines.filter(({ fate }) => visibleFate === '' || fate === visibleFate)}
        keyOf={({ id }) => id}
        emptyText="Nothing changes."
        cells={(line) => (
          <>
            <NumberCell>{line.number}</NumberCell>
            <td data-plain>
              <Mark tone={tones[line.fate]}>{line.fate}</Mark> {line.reason}
            </td>
            {columns.map(({ header, className, textOf }) => (
              <td key={header} data-plain className={className}>
                {textOf(line)}
              </td>
            ))}
          </>
        )}
      />
    </div>
  )
}
