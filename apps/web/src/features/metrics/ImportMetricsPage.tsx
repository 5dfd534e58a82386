import { metrics } from '@quatrain/contract/resources/metric.ts'
import { type Importable, importMetrics } from '@quatrain/contract/resources/metric-imports.ts'
import { packages } from '@quatrain/contract/resources/package.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { writeOf } from '#kit/api/write.ts'
import { type Column, columnsFor, inMono, tagColumn } from '#kit/list/columns.tsx'
import { List } from '#kit/list/List.tsx'
import { type Selection, useSelection } from '#kit/list/use-selection.tsx'
import type { Collectable } from '#kit/write/AddToRequest.tsx'
import { useAddToRequest } from '#kit/write/collected.tsx'
import { usePreviewedWrite } from '#kit/write/use-previewed-write.ts'
import { loadPart } from '#lib/load-part.ts'
import { paths } from '#lib/paths.ts'
import { counted } from '#lib/words.ts'
import { ClampedText } from '#ui/ClampedText.tsx'
import { BusyButton } from '#ui/dialogs.tsx'
import { Mark, type Tone } from '#ui/Mark.tsx'
import { tell } from '#ui/messages.ts'
import { Notice } from '#ui/Notice.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { importables } from './metrics.queries.ts'

const column = columnsFor<Importable>()

const outcomes: Readonly<Record<Importable['outcome'], { readonly tone: Tone; readonly word: string }>> = {
  imported: { tone: 'good', word: 'current version' },
  warning: { tone: 'warn', word: 'version in use' },
  unavailable: { tone: 'bad', word: 'not available' },
}

const columns: Column<Importable>[] = [
  inMono(column.link('name', 'Metric template', (row) => paths.tenantMetricTemplates.details(row.name), '28%')),
  column.choice('mtype', 'Type', '100px'),
  tagColumn,
  {
    id: 'probeversion',
    header: 'Comes with',
    cell: ({ probeversion, newest, outcome }) => (
      <div className="mono">
        <ClampedText text={outcome === 'warning' ? `${probeversion}, template: ${newest}` : probeversion} />
      </div>
    ),
    text: ({ probeversion }) => probeversion,
    sort: ({ probeversion }) => probeversion,
    filter: { kind: 'text', texts: ({ probeversion, newest }) => [probeversion, newest] },
    width: '22%',
  },
  {
    ...column.choiceOf('outcome', 'Availability', ({ outcome }) => outcomes[outcome].word, '150px'),
    cell: ({ outcome }) => <Mark tone={outcomes[outcome].tone}>{outcomes[outcome].word}</Mark>,
  },
]

const words = { one: 'metric template', many: 'metric templates' }

/** Templates without a metric in the tenant: selected for import, with the version that each would use. */
export function ImportMetricsPage() {
  const { user } = useConsoleContext()
  if (user?.is_superuser) return <Templates />
  return (
    <PageFrame title="Import metrics" width="reading">
      <Notice kind="info" icon="lock">
        <p>You do not have permission to import metrics.</p>
        <p>Only administrators can. Metrics also come with the metric profiles that name them.</p>
      </Notice>
    </PageFrame>
  )
}

function Templates() {
  const query = useQuery(importables)
  const selection = useSelection()
  const { run, isBusy } = useImportMetrics(selection, query.data ?? [])
  const action = (
    <BusyButton size="compact-sm" isBusy={isBusy} onClick={run}>
      {`Import ${counted(selection.keys.size, 'metric')}`}
    </BusyButton>
  )
  return (
    <PageFrame title="Import metrics">
      <p>
        A metric comes with the version of its package that this tenant uses. What is not part of that version can be
        imported after the <Link to={paths.tenantPackages.list}>package</Link> is used in another one.
      </p>
      <List
        source={query}
        columns={columns}
        keyOf={(row) => row.name}
        words={words}
        sizeName="importable-metrics"
        pageSize={50}
        selection={{ selection, header: 'Import', actions: action }}
        empty="This tenant has a metric of every template."
      />
    </PageFrame>
  )
}

const definition = { resource: metrics, sideEffects: { [packages.kind]: {} }, failureTitle: 'Error importing metrics' }

/** The import of a template for a change request. */
const collectableOf = (name: string): Collectable => ({
  name,
  write: { kind: metrics.kind, operation: 'import', input: { metrictemplates: [name] } },
})

/** Imports the selected templates, after the user has seen which are imported with which version, and which cannot be. */
function useImportMetrics(selection: Selection, templates: readonly Importable[]) {
  const available = templates.flatMap(({ name, outcome }) => (outcome === 'unavailable' ? [] : [name]))
  const client = useQueryClient()
  const adding = useAddToRequest({ onDone: selection.clear })
  const importing = usePreviewedWrite<readonly string[]>({
    definition,
    doing: () => 'importing metrics',
    async prepare(names) {
      const { ImportMetricsDialog } = await loadPart(() => import('./MetricsPreviewDialog.tsx'))
      return {
        write: writeOf(importMetrics, { body: { metrictemplates: [...names] } }),
        dialog: (props) => (
          <ImportMetricsDialog
            names={names}
            collect={() => adding.run(available.filter((name) => names.includes(name)).map(collectableOf))}
            {...props}
          />
        ),
      }
    },
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
  return { isBusy: importing.isBusy, run: () => importing.run([...selection.keys].sort()) }
}
