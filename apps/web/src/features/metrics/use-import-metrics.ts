import { metrics } from '@quatrain/contract/resources/metric.ts'
import { importMetrics } from '@quatrain/contract/resources/metric-imports.ts'
import { packages } from '@quatrain/contract/resources/package.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { writeOf } from '#kit/api/write.ts'
import type { Selection } from '#kit/list/use-selection.ts'
import { tellFailure } from '#kit/write/after-write.ts'
import { confirmAndSend } from '#kit/write/confirm-and-send.ts'
import { forgetUndo } from '#kit/write/undo-offer.ts'
import { useWriting } from '#kit/write/use-writing.ts'
import { dialogs } from '#ui/dialogs.ts'
import { tell } from '#ui/messages.ts'
import { ImportMetricsDialog } from './ImportMetricsDialog.tsx'

/** Imports the chosen templates, after it was shown which come with which version, and which cannot. */
export function useImportMetrics(selection: Selection) {
  const client = useQueryClient()
  const importing = useWriting({
    mutationFn: (names: readonly string[]) =>
      confirmAndSend(
        writeOf(importMetrics, { body: { metrictemplates: [...names] } }),
        {},
        (preview, hasPreviewChanged) =>
          dialogs.open<object>((close) =>
            createElement(ImportMetricsDialog, { names, preview, hasPreviewChanged, close }),
          ),
      ),
    async onSuccess(written) {
      if (!written) return
      forgetUndo()
      selection.clear()
      const { imported, warn, err, unavailable } = importMetrics.answer.parse(written.record)
      if (imported) tell.success({ title: 'Imported', lines: [imported] })
      const problems = [warn, unavailable, err].filter((text) => text !== undefined)
      if (problems.length > 0) tell.warning({ title: 'Metrics warning', lines: problems })
      await Promise.all([metrics, packages].map(({ kind }) => client.invalidateQueries({ queryKey: [kind] })))
    },
    onError(error) {
      tellFailure(error, 'importing metrics', 'Error importing metrics')
    },
  })
  return { isBusy: importing.isBusy, run: () => importing.run([...selection.chosen].sort()) }
}
