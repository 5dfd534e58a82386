import { Button, Progress } from '@mantine/core'
import { verifyChanges } from '@quatrain/contract/console/home.ts'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import { useEffect, useState } from 'react'
import { call } from '#kit/api/call.ts'
import { counted } from '#lib/words.ts'
import { Dialog, dialogs } from '#ui/dialogs.tsx'
import { Notice } from '#ui/Notice.tsx'
import classes from './ChangesPage.module.css'

type Part = AnswerOf<typeof verifyChanges>

interface Progressed {
  readonly part?: Part
  readonly failure?: Error
}

const isEnded = ({ last, newest, firstBroken }: Part): boolean => firstBroken !== null || last >= newest

/** Verifies the activity log part by part while it is open, and says what was verified. */
function VerifyLogDialog({ close }: { readonly close: () => void }) {
  const [{ part, failure }, setProgress] = useState<Progressed>({})
  useEffect(() => {
    const controller = new AbortController()
    verifyAll((part) => setProgress({ part }), controller.signal).catch((error: Error) => {
      if (!controller.signal.aborted) setProgress((former) => ({ ...former, failure: error }))
    })
    return () => controller.abort()
  }, [])
  const verified = part ? part.last - part.archived : 0
  return (
    <Dialog
      title="Verify the activity log"
      onDismiss={close}
      actions={
        <Button variant="default" data-autofocus onClick={close}>
          {failure || (part && isEnded(part)) ? 'Close' : 'Cancel'}
        </Button>
      }
    >
      <p>
        Each row of the log has a hash of its content and of the row before it. All hashes are computed again, also
        those of the versions that rows refer to.
      </p>
      <div className={classes.verified} role="status">
        <Progress value={part?.newest ? (100 * part.last) / part.newest : 0} aria-label="Verified rows" />
        {part && <Outcome part={part} verified={verified} />}
        {part && part.archived > 0 && (
          <p>
            The first {counted(part.archived, 'row')} are in archives. The operator verifies these with{' '}
            <code>quatrain activity verify --archives</code>.
          </p>
        )}
      </div>
      {failure && (
        <Notice kind="bad" role="alert">
          The log could not be verified to its end: {failure.message}
        </Notice>
      )}
    </Dialog>
  )
}

/** Calls `show` with each part, until the log ends or a row is broken. */
async function verifyAll(show: (part: Part) => void, signal: AbortSignal): Promise<void> {
  for (let part: Part | undefined; !part || !isEnded(part); ) {
    part = await call(verifyChanges, { query: part ? { after: String(part.last) } : {} }, { signal })
    show(part)
  }
}

function Outcome({ part, verified }: { readonly part: Part; readonly verified: number }) {
  if (part.firstBroken !== null) {
    return (
      <Notice kind="bad">
        Row {part.firstBroken} is not as it was written: it, a version that it refers to, or a row before it was changed
        or removed in the database. Tell the operator.
      </Notice>
    )
  }
  if (!isEnded(part)) return <p>{counted(verified, 'row')} verified.</p>
  return (
    <>
      <Notice kind="info" icon="check">
        {verified === 1 ? 'The row is' : `All ${counted(verified, 'row')} are`} as written.
      </Notice>
      <p>
        Whether rows were removed from the end, or the whole log was rewritten, shows only what is kept elsewhere:{' '}
        <code>quatrain activity verify --anchor</code>.
      </p>
    </>
  )
}

export const openVerifyLogDialog = () => void dialogs.open((close) => <VerifyLogDialog close={close} />)
