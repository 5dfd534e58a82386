import { metrics } from '@quatrain/contract/resources/metric.ts'
import { importMetrics } from '@quatrain/contract/resources/metric-imports.ts'
import { packages } from '@quatrain/contract/resources/package.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { writeOf } from '#kit/api/write.ts'
import type { Selection } from '#kit/list/selection.tsx'
import { usePreviewedWrite } from '#kit/write/use-previewed-write.ts'
import { tell } from '#ui/messages.ts'
import { ImportMetricsDialog } from './ImportMetricsDialog.tsx'

const definition = { resource: metrics, sideEffects: { [packages.kind]: {} }, failureTitle: 'Error importing metrics' }

/** Imports the selected templates, after the user has seen which are imported with which version, and which cannot be. */
export function useImportMetrics(selection: Selection) {
  const client = useQueryClient()
  const importing = usePreviewedWrite<readonly string[]>({
    definition,
    doing: () => 'importing metrics',
    prepare: (names) => ({
      write: writeOf(importMetrics, { body: { metrictemplates: [...names] } }),
      dialog: (props) => createElement(ImportMetricsDialog, { names, ...props }),
    }),
    async onDone({ record }) {
      selection.clear()
      const { imported, warn, err, unavailable } = importMetrics.answer.parse(record)
      if (imported) tell.success({ title: 'Imported', lines: [imported] })
      const problems = [warn, unavailable, err].filter((text) => text !== undefined)
      if (problems.length > 0) tell.warning({ title: 'Metrics warning', lines: problems })
      // The page shows the remaining templates.
      await client.invalidateQueries({ queryKey: [metrics.kind] })
    },
  })
  return { isBusy: importing.isBusy, run: () => importing.run([...selection.chosen].sort()) }
}
