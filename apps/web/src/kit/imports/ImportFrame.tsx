import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '#ui/dialogs.tsx'
import { Notice } from '#ui/Notice.tsx'
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
