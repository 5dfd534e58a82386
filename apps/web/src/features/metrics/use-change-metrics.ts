import { type Metric, metrics } from '@quatrain/contract/resources/metric.ts'
import { changeMetrics } from '@quatrain/contract/resources/metric-bulk.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import { writeOf } from '#kit/api/write.ts'
import type { Selection } from '#kit/list/use-selection.ts'
import { refreshAfter, tellFailure } from '#kit/write/after-write.ts'
import { confirmAndSend } from '#kit/write/confirm-and-send.ts'
import { forgetUndo } from '#kit/write/undo-offer.ts'
import { useWriting } from '#kit/write/use-writing.ts'
import { dialogs } from '#ui/dialogs.ts'
import { tell } from '#ui/messages.ts'
import { type BulkChange, BulkChangeDialog } from './BulkChangeDialog.tsx'
import { BulkPreviewDialog } from './BulkPreviewDialog.tsx'
import { metricFormDefinition } from './metric-form.ts'

/** Gives all chosen metrics a group and values, or none of them, after it was shown what changes in each. */
export function useChangeMetrics(selection: Selection) {
  const client = useQueryClient()
  const { user } = useConsoleContext()
  const changing = useWriting({
    async mutationFn(names: readonly string[]) {
      const all: readonly Metric[] = await client.ensureQueryData(resourceQueries(metrics).list())
      const chosen = all.filter(({ name }) => names.includes(name))
      const groups = user?.groups.metrics ?? []
      const change = await dialogs.open<BulkChange>((close) =>
        createElement(BulkChangeDialog, { chosen, groups, close }),
      )
      if (!change) return undefined
      return confirmAndSend(
        writeOf(changeMetrics, { body: { ...change, metrics: [...names] } }),
        {},
        (preview, hasPreviewChanged) =>
          dialogs.open<object>((close) =>
            createElement(BulkPreviewDialog, { chosen: names.length, preview, hasPreviewChanged, close }),
          ),
      )
    },
    async onSuccess(written) {
      if (!written) return
      await refreshAfter(metricFormDefinition, client)
      forgetUndo()
      selection.clear()
      tell.success({ title: 'Changed', lines: [written.notices.info ?? 'Nothing was to be changed.'] })
    },
    onError(error) {
      tellFailure(error, 'changing metrics', 'Error changing metrics')
    },
  })
  return {
    isBusy: changing.isBusy,
    run: () => changing.run([...selection.chosen].sort()),
  }
}
