import { deleteMetricTemplates, metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { useQueryClient } from '@tanstack/react-query'
import { isApiError } from '#kit/api/api-error.ts'
import { writeOf } from '#kit/api/write.ts'
import type { Selection } from '#kit/list/selection.tsx'
import { usePreviewedWrite } from '#kit/write/use-previewed-write.ts'
import { lazyPart } from '#lib/load-part.ts'
import { tell } from '#ui/messages.ts'
import { metricTemplateDefinition } from './metric-template-definition.ts'
import { metricTemplateQueries } from './metric-templates.queries.ts'

const DeleteTemplatesDialog = lazyPart(
  () => import('./DeleteTemplatesDialog.tsx'),
  ({ DeleteTemplatesDialog }) => DeleteTemplatesDialog,
)

/** Deletes all selected templates atomically, after a preview of their side effects. */
export function useDeleteTemplates(selection: Selection) {
  const client = useQueryClient()
  const deleting = usePreviewedWrite<readonly string[]>({
    definition: { ...metricTemplateDefinition, failureTitle: 'Error deleting metric templates' },
    doing: () => 'deleting metric templates',
    prepare: (names) => ({
      write: writeOf(deleteMetricTemplates, { body: { metrictemplates: [...names] } }),
      dialog: (props) => <DeleteTemplatesDialog names={names} {...props} />,
    }),
    onDone({ notices: { info, later, warning } }, names) {
      selection.drop(names)
      tell.success(later === undefined ? { title: 'Deleted', lines: [info] } : { title: 'Started', lines: [later] })
      if (warning) tell.warning({ title: 'Deleted with problems', lines: [warning] })
    },
    async onFailure(error, names) {
      if (!isApiError(error, 'not_found')) return
      // Somebody else has deleted one of them: the list shows what is left, and only that stays selected.
      const left = await client.fetchQuery({ ...metricTemplateQueries.list(), staleTime: 0 })
      const existing = new Set(left.map((template) => template[metricTemplates.key.read]))
      selection.drop(names.filter((name) => !existing.has(name)))
    },
  })
  return {
    isBusy: deleting.isBusy,
    run: () => {
      const names = [...selection.keys].sort()
      if (names.length > 0) deleting.run(names)
      else tell.error({ title: 'Error', lines: ['No metric templates were selected!'] })
    },
  }
}
