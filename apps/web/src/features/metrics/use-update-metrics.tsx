import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import { packageKey } from '@quatrain/contract/kit/kind-names.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { type previewMetricsVersions, updateMetricsVersions } from '@quatrain/contract/resources/metric-moves.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { packages } from '@quatrain/contract/resources/package.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { isApiError } from '#kit/api/api-error.ts'
import { resourceQueries } from '#kit/api/queries.ts'
import { writeOf } from '#kit/api/write.ts'
import { useAddToRequest } from '#kit/write/collected.tsx'
import { forgetUndo } from '#kit/write/undo-offer.ts'
import { showFailure, useWriting } from '#kit/write/use-writing.ts'
import type { Answer } from '#kit/write/write-in-dialog.ts'
import { loadPart } from '#lib/load-part.ts'
import { paths } from '#lib/paths.ts'
import { dialogs, showWarning } from '#ui/dialogs.tsx'
import { tell } from '#ui/messages.ts'
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
      const { UpdateMetricsDialog } = await loadPart(() => import('./MetricsPreviewDialog.tsx'))
      const answer = await dialogs.open<Answer | 'collect'>((close) => (
        <UpdateMetricsDialog preview={preview} write={write} close={close} />
      ))
      if (answer === 'collect')
        adding.run([{ name: choice.name, write: { kind: metrics.kind, operation: 'move', input: { ...choice } } }])
      if (answer === undefined || answer === 'collect') return undefined
      return write.send({
        ...answer,
        ifPreviewMatch: preview.preview,
      })
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
