import { Button } from '@mantine/core'
import type { Changes } from '@quatrain/contract/compare/rules.ts'
import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { DifferenceView } from '#kit/compare/DifferenceView.tsx'
import classes from '#kit/imports/imports.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { ReadFile } from './aggregation-json.ts'

interface Props {
  readonly name: string
  readonly file: ReadFile
  /** The changes to the form. */
  readonly changes: Changes
  readonly close: (isWanted?: boolean) => void
}

/** Shows how a file would change the form before anything is done. */
export function JsonImportDialog({ name, file, changes, close }: Props) {
  const hasChanges = Object.keys(changes).length > 0
  return (
    <Dialog
      title="Import JSON"
      isWide
      onDismiss={() => close()}
      actions={
        <>
          <Button variant="default" data-autofocus onClick={() => close()}>
            Cancel
          </Button>
          <Button disabled={!hasChanges} onClick={() => close(true)}>
            Apply to form
          </Button>
        </>
      }
    >
      <div className={classes.body}>
        <p>
          From <strong className="mono">{name}</strong>
        </p>
        {file.kind === 'unreadable' ? (
          <Notice kind="bad" role="alert">
            {file.problems.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
          </Notice>
        ) : (
          <>
            {file.notes.length > 0 && (
              <Notice kind="warning" role="status">
                {file.notes.map((note) => (
                  <p key={note}>{note}</p>
                ))}
              </Notice>
            )}
            <DifferenceView
              level={3}
              fields={aggregationProfiles.compared}
              changes={changes}
              none="The form already has the content of the file."
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
