import { Button } from '@mantine/core'
import type { Changes } from '@quatrain/contract/compare/rules.ts'
import { reports } from '@quatrain/contract/resources/report.ts'
import { DifferenceView } from '#kit/compare/DifferenceView.tsx'
import classes from '#kit/imports/imports.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { ReadReport } from './report-json.ts'

interface Props {
  readonly fileName: string
  readonly read: ReadReport
  /** What the file changes in the form. */
  readonly changes: Changes
  readonly close: (isWanted?: boolean) => void
}

/** Previews what a file changes in the form of a report. */
export function ReportImportDialog({ fileName, read, changes, close }: Props) {
  return (
    <Dialog
      title="Import JSON"
      isWide
      onDismiss={() => close()}
      actions={
        <>
          <Button variant="default" data-autofocus onClick={() => close()}>
            Cancel import
          </Button>
          <Button disabled={Object.keys(changes).length === 0} onClick={() => close(true)}>
            Apply to form
          </Button>
        </>
      }
    >
      <div className={classes.body}>
        <p>
          From <strong className="mono">{fileName}</strong>. The fields of the form become those of the file. A name and
          a group that are filled in stay.
        </p>
        {read.kind === 'unreadable' ? (
          <Notice kind="bad" role="alert">
            {read.why} An export of a report has the right format.
          </Notice>
        ) : (
          <>
            {read.notes.length > 0 && (
              <Notice kind="warning" role="status">
                {read.notes.map((note) => (
                  <p key={note}>{note}</p>
                ))}
              </Notice>
            )}
            <DifferenceView
              level={3}
              fields={reports.compared}
              changes={changes}
              none="The form already contains all fields of the file: nothing would change."
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
