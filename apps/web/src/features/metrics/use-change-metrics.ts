import { type Metric, metrics } from '@quatrain/contract/resources/metric.ts'
import { changeMetrics } from '@quatrain/contract/resources/metric-bulk.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import { writeOf } from '#kit/api/write.ts'
import type { Selection } from '#kit/list/selection.tsx'
import { usePreviewedWrite } from '#kit/write/use-previewed-write.ts'
import { dialogs } from '#ui/dialogs.tsx'
import { tell } from '#ui/messages.ts'
import { type BulkChange, BulkChangeDialog } from './BulkChangeDialog.tsx'
import { BulkPreviewDialog } from './BulkPreviewDialog.tsx'
import { metricDefinition } from './metric-form.ts'

/** Sets the group and values of all selected metrics atomically, after a preview of the changes of each. */
export function useChangeMetrics(selection: Selection) {
  const client = useQueryClient()
  const { user } = useConsoleContext()
  const changing = usePreviewedWrite<readonly string[]>({
    definition: { ...metricDefinition, failureTitle: 'Error changing metrics' },
    doing: () => 'changing metrics',
    async prepare(names) {
      const all: readonly Metric[] = await client.ensureQueryData(resourceQueries(metrics).list())
      const chosenMetrics = all.filter(({ name }) => names.includes(name))
      const groups = user?.groups.metrics ?? []
      const change = await dialogs.open<BulkChange>((close) =>
        createElement(BulkChangeDialog, { chosenMetrics, groups, close }),
      )
      if (!change) return undefined
      return {
        write: writeOf(changeMetrics, { body: { ...change, metrics: [...names] } }),
        dialog: (props) => createElement(BulkPreviewDialog, { chosenCount: names.length, ...props }),
      }
    },
    onDone({ notices }) {
      selection.clear()
      tell.success({ title: 'Changed', lines: [notices.info ?? 'Nothing was to be changed.'] })
    },
  })
  return {
    isBusy: changing.isBusy,
    run: () => changing.run([...selection.chosen].sort()),
  }
}
