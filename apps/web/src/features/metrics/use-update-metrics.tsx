import { Button } from '@mantine/core'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import { packageKey } from '@quatrain/contract/kit/kind-names.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { type previewMetricsVersions, updateMetricsVersions } from '@quatrain/contract/resources/metric-moves.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { packages } from '@quatrain/contract/resources/package.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { isApiError } from '#kit/api/api-error.ts'
import { useDirectSaves } from '#kit/api/console-context.tsx'
import { resourceQueries } from '#kit/api/queries.ts'
import { type Write, writeOf } from '#kit/api/write.ts'
import dialog from '#kit/write/ConfirmWriteDialog.module.css'
import { useAddToRequest } from '#kit/write/collected.tsx'
import { forgetUndo } from '#kit/write/undo-offer.ts'
import { showFailure, useWriting } from '#kit/write/use-writing.ts'
import { loadPart } from '#lib/load-part.ts'
import { paths } from '#lib/paths.ts'
import { Dialog, dialogs, showWarning } from '#ui/dialogs.tsx'
import { linesOf, tell } from '#ui/messages.ts'
import { ByRequestOnly } from './MetricsPreviewDialog.tsx'
import classes from './metrics.module.css'
import { updateOf } from './metrics.queries.ts'

type Preview = AnswerOf<typeof previewMetricsVersions>

/** Moves all metrics of a package after the user has confirmed the preview. */
export function useUpdateMetrics(choice: { readonly name: string; readonly version: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const forget = () =>
    Promise.all(
      [metrics, metricProfiles, packages].map(({ kind }) =>
        client.invalidateQueries({ queryKey: [kind], refetchType: 'none' }),
      ),
    )
  const adding = useAddToRequest({ onDone: forget })
  const updating = useWriting({
    async mutationFn(preview: Preview) {
      const write = writeOf(updateMetricsVersions, { body: { ...choice } })
      const answer = await dialogs.open<'update' | 'collect'>((close) => (
        <UpdateMetricsDialog preview={preview} write={write} close={close} />
      ))
      if (answer === 'collect')
        adding.run([{ name: choice.name, write: { kind: metrics.kind, operation: 'move', input: { ...choice } } }])
      if (answer !== 'update') return undefined
      return write.send({ ifPreviewMatch: preview.preview })
    },
    async onSuccess(written) {
      if (!written) return
      forgetUndo()
      const { updated, deleted, warning } = written.notices
      if (updated) tell.success({ title: 'Updated', lines: [updated] })
      if (warning || deleted) showWarning({ title: 'Warning', lines: [warning, deleted] })
      await forget()
      // Reloads the list before showing it, so that no outdated state is visible.
      await client.refetchQueries({ queryKey: resourceQueries(packages).list().queryKey })
      await navigate(paths.tenantPackages.list)
    },
    async onError(error) {
      await forget()
      await client.refetchQueries({ queryKey: updateOf(packageKey(choice)).queryKey })
      if (!isApiError(error, 'stale_version')) return showFailure(error, 'updating metrics', 'Error')
      const line = 'The effects have changed. Review them again; nothing was changed.'
      tell.warning({ title: 'Changed meanwhile', lines: [line] })
    },
  })
  return { run: updating.run, isBusy: updating.isBusy }
}

interface Props {
  readonly preview: Preview
  readonly write: Write
  readonly close: (answer?: 'update' | 'collect') => void
}

/** Confirms moving metrics, in the sentences of the server. */
function UpdateMetricsDialog({ preview, write, close }: Props) {
  const { updated, deleted, warning } = preview
  const directSaves = useDirectSaves(metrics)
  const showAsCode = async () => {
    const { showWriteAsCode } = await loadPart(() => import('#kit/write/AsCodeDialog.tsx'))
    showWriteAsCode({ write, options: { ifPreviewMatch: preview.preview }, resource: undefined })
  }
  return (
    <Dialog
      title="Update metrics"
      onDismiss={() => close()}
      actions={
        <>
          <Button className={dialog.asCode} variant="subtle" onClick={() => void showAsCode()}>
            As code
          </Button>
          <Button variant="default" data-autofocus onClick={() => close()}>
            Leave them
          </Button>
          <Button variant="default" onClick={() => close('collect')}>
            Add to change request
          </Button>
          <Button color={deleted ? 'red' : undefined} disabled={directSaves !== 'open'} onClick={() => close('update')}>
            Update metrics
          </Button>
        </>
      }
    >
      <div className={classes.texts}>
        {linesOf([updated, deleted, warning]).map((line) => (
          <p key={line}>{line}</p>
        ))}
        {directSaves === 'open' ? (
          <p>
            <strong>ARE YOU SURE you want to update metrics?</strong>
          </p>
        ) : (
          <ByRequestOnly />
        )}
      </div>
    </Dialog>
  )
}
