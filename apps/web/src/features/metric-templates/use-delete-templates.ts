import { deleteMetricTemplates, metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { isApiError } from '#kit/api/api-error.ts'
import { writeOf } from '#kit/api/write.ts'
import type { Selection } from '#kit/list/use-selection.ts'
import { refreshAfter, tellFailure } from '#kit/write/after-write.ts'
import { confirmAndSend } from '#kit/write/confirm-and-send.ts'
import { forgetUndo } from '#kit/write/undo-offer.ts'
import { useWriting } from '#kit/write/use-writing.ts'
import { dialogs } from '#ui/dialogs.ts'
import { tell } from '#ui/messages.ts'
import { DeleteTemplatesDialog } from './DeleteTemplatesDialog.tsx'
import { metricTemplateDefinition } from './metric-template-definition.ts'
import { queries } from './metric-templates.queries.ts'

/** Deletes all chosen templates or none, after it was shown what goes with them. */
export function useDeleteTemplates(selection: Selection) {
  const client = useQueryClient()
  const deleting = useWriting({
    mutationFn: (names: readonly string[]) =>
      confirmAndSend(
        writeOf(deleteMetricTemplates, { body: { metrictemplates: [...names] } }),
        {},
        (preview, hasPreviewChanged) =>
          dialogs.open<object>((close) =>
            createElement(DeleteTemplatesDialog, { names, preview, hasPreviewChanged, close }),
          ),
      ),
    async onSuccess(written, names) {
      if (!written) return
      await refreshAfter(metricTemplateDefinition, client)
      forgetUndo()
      selection.drop(names)
      const { info, warning } = written.notices
      tell.success({ title: 'Deleted', lines: [info] })
      if (warning) tell.warning({ title: 'Deleted with problems', lines: [warning] })
    },
    async onError(error, names) {
      tellFailure(error, 'deleting metric templates', 'Error deleting metric templates')
      if (!isApiError(error, 'not_found')) return
      // Somebody has deleted one of them already: the list shows what is left, and only that stays chosen.
      const left = await client.fetchQuery({ ...queries.list(), staleTime: 0 })
      const there = new Set(left.map((template) => template[metricTemplates.key.read]))
      selection.drop(names.filter((name) => !there.has(name)))
    },
  })
  return {
    isBusy: deleting.isBusy,
    run: () => {
      const names = [...selection.chosen].sort()
      if (names.length > 0) deleting.run(names)
      else tell.error({ title: 'Error', lines: ['No metric templates were selected!'] })
    },
  }
}
