import { Button, TextInput } from '@mantine/core'
import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import { configValues, type Metric, metrics, pathKey } from '@quatrain/contract/resources/metric.ts'
import { changeMetrics } from '@quatrain/contract/resources/metric-bulk.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useConsoleContext, useMay } from '#kit/api/console-context.tsx'
import { resourceQueries, type View } from '#kit/api/queries.ts'
import { writeOf } from '#kit/api/write.ts'
import { type Column, columnsFor, inMono, tagColumn } from '#kit/list/columns.tsx'
import { ResourceListPage } from '#kit/list/ResourceListPage.tsx'
import { type Selection, SelectionButton, useSelection } from '#kit/list/use-selection.tsx'
import type { Collectable } from '#kit/write/AddToRequest.tsx'
import dialog from '#kit/write/ConfirmWriteDialog.module.css'
import { useAddToRequest } from '#kit/write/collected.tsx'
import { usePreviewedWrite } from '#kit/write/use-previewed-write.ts'
import { useUndoOfMany } from '#kit/write/use-together.tsx'
import { meaningOfConfigKey } from '#lib/config-keys.ts'
import { loadPart } from '#lib/load-part.ts'
import { isNewer, noProfile } from '#lib/metric-filters.ts'
import { paths } from '#lib/paths.ts'
import { counted, inNameOrder } from '#lib/words.ts'
import { ClampedText, MarkLine } from '#ui/ClampedText.tsx'
import { dialogs } from '#ui/dialogs.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Mark } from '#ui/Mark.tsx'
import { tell } from '#ui/messages.ts'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { Notice } from '#ui/Notice.tsx'
import { metricDefinition, metricInputOf } from './metric-form.ts'
import { placesFor } from './metric-places.ts'
import classes from './metrics.module.css'
import { newerByMetric } from './metrics.queries.ts'

const column = columnsFor<Metric>()

function columnsIn(view: View, newer?: ReadonlyMap<string, unknown>): Column<Metric>[] {
  const places = placesFor(view)
  const probeVersion: Column<Metric> = {
    ...column.text('probeversion', 'Probe version', '19%'),
    cell: ({ name, probeversion }) => {
      const to = places.probeVersion(probeversion)
      if (to === undefined) return <ClampedText text={probeversion} />
      const link = <Link to={to}>{probeversion}</Link>
      return (
        <ClampedText text={newer?.has(name) ? `${probeversion}, ${isNewer}` : probeversion}>
          {newer?.has(name) ? (
            <>
              <Mark tone="accent">update</Mark> {link}
            </>
          ) : (
            link
          )}
        </ClampedText>
      )
    },
    text: ({ probeversion }) => probeversion,
    filter: { kind: 'text', texts: ({ name, probeversion }) => [probeversion, newer?.has(name) ? isNewer : ''] },
  }
  return [
    column.rowNumber(),
    inMono(column.link('name', 'Name', ({ name }) => places.metrics.details(name), '22%')),
    inMono(probeVersion),
    column.choice('mtype', 'Type', '104px'),
    column.choice('group', 'Group', '12%'),
    tagColumn,
    {
      id: 'profiles',
      header: 'Metric profile',
      cell: ({ profiles }) => <MarkLine words={profiles} toneOf={() => 'accent'} />,
      sort: ({ profiles }) => profiles.join(' '),
      filter: { kind: 'choice', texts: profilesOf },
    },
  ]
}

/** The list has a filter for metrics that are in no profile, but should be. */
const profilesOf = ({ profiles, tags }: Metric) =>
  profiles.length === 0 && !tags.includes('internal') ? [noProfile] : profiles

const shared = {
  resource: metrics,
  pageSize: 50,
  purpose:
    'A metric is a check with the configuration of this tenant. Metrics come with the metric profiles that name them.',
} as const

const publicColumns = columnsIn('public')

/** Users who may change metrics of any group can select several; only administrators import. */
export function MetricListPage() {
  const { data: newer } = useQuery(newerByMetric)
  const { user } = useConsoleContext()
  const mayChange = useMay()('change', metrics)
  const selection = useSelection()
  const { run, isBusy } = useChangeMetrics(selection)
  const action = (
    <SelectionButton isBusy={isBusy} onClick={run}>
      {`Change ${counted(selection.keys.size, 'metric')}`}
    </SelectionButton>
  )
  const columns = useMemo(() => {
    const all = columnsIn('member', newer)
    return mayChange ? all.slice(1) : all
  }, [newer, mayChange])
  return (
    <ResourceListPage
      {...shared}
      paths={placesFor('member').metrics}
      columns={columns}
      selection={mayChange ? { selection, header: 'Select', actions: action } : undefined}
      actions={
        user?.is_superuser && (
          <Button component={Link} variant="default" to={paths.metrics.add}>
            Import metrics
          </Button>
        )
      }
    />
  )
}

export const PublicMetricListPage = () => (
  <ResourceListPage {...shared} paths={placesFor('public').metrics} columns={publicColumns} view="public" />
)

/** Sets the group and values of all selected metrics atomically, after a preview of the changes of each. */
export function useChangeMetrics(selection: Selection) {
  const client = useQueryClient()
  const { user } = useConsoleContext()
  const adding = useAddToRequest({ onDone: selection.clear })
  const offerUndo = useUndoOfMany(metricDefinition)
  const changeBack = useRef<readonly Collectable[]>([])
  const changing = usePreviewedWrite<readonly string[]>({
    definition: { ...metricDefinition, failureTitle: 'Error changing metrics' },
    doing: () => 'changing metrics',
    async prepare(names) {
      const all: readonly Metric[] = await client.ensureQueryData(resourceQueries(metrics).list())
      const chosenMetrics = all.filter(({ name }) => names.includes(name))
      const groups = user?.groups.metrics ?? []
      const change = await dialogs.open<BulkChange>((close) => (
        <BulkChangeDialog chosenMetrics={chosenMetrics} groups={groups} close={close} />
      ))
      if (!change) return undefined
      changeBack.current = chosenMetrics.flatMap((metric) => inverseOf(metric, change))
      const { BulkPreviewDialog } = await loadPart(() => import('./MetricsPreviewDialog.tsx'))
      return {
        write: writeOf(changeMetrics, { body: { ...change, metrics: [...names] } }),
        dialog: (props) => (
          <BulkPreviewDialog
            chosenCount={names.length}
            collect={() => adding.run(chosenMetrics.flatMap((metric) => collectableOf(metric, change)))}
            {...props}
          />
        ),
      }
    },
    async onDone({ notices }) {
      selection.clear()
      tell.success({ title: 'Changed', lines: [notices.info ?? 'Nothing was to be changed.'] })
      const writes = changeBack.current.map(({ write }) => write)
      if (writes.length === 0) return
      const { sendTogether } = await loadPart(() => import('#kit/write/together.tsx'))
      await offerUndo(writes.length, () =>
        sendTogether({ title: `Revert: Change ${counted(writes.length, 'metric')}`, writes }),
      )
    },
  })
  return {
    isBusy: changing.isBusy,
    run: () => changing.run([...selection.keys].sort()),
  }
}

/** The values to set on several metrics; empty fields are unchanged. */
interface BulkChange {
  readonly group?: string
  readonly config?: KeyValue[]
}

/** The metric with the new values. */
function withChange(metric: Metric, { group = metric.group, config: newValues = [] }: BulkChange): Metric {
  const newValueOf = new Map(newValues.map(({ key, value }) => [key, value]))
  return {
    ...metric,
    group,
    config: metric.config.map(({ key, value }) => ({ key, value: newValueOf.get(key) ?? value })),
  }
}

const isSame = (metric: Metric, otherMetric: Metric): boolean =>
  metric.group === otherMetric.group &&
  metric.config.every(({ value }, index) => value === otherMetric.config[index]?.value)

const writeFor = (metric: Metric): Collectable => ({
  name: metric.name,
  write: { kind: metrics.kind, operation: 'change', input: metricInputOf(metric) },
})

/** The write of a metric that such a change concerns; nothing if the metric has these values already. */
function collectableOf(metric: Metric, change: BulkChange): Collectable[] {
  const after = withChange(metric, change)
  return isSame(metric, after) ? [] : [writeFor(after)]
}

/** The write that takes the change back. What others change until then stays, or is a conflict. */
function inverseOf(metric: Metric, change: BulkChange): Collectable[] {
  const after = withChange(metric, change)
  const { name, write } = writeFor(metric)
  return isSame(metric, after) ? [] : [{ name, write: { ...write, before: metrics.document.parse(after) } }]
}

interface ChangeProps {
  readonly chosenMetrics: readonly Metric[]
  readonly groups: readonly string[]
  readonly close: (answer?: BulkChange) => void
}

/** Asks for the group and the values that the selected metrics will get. */
function BulkChangeDialog({ chosenMetrics, groups, close }: ChangeProps) {
  const [group, setGroup] = useState('')
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map())
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const entries = [...values].flatMap(([key, value]) => (value.trim() === '' ? [] : [{ key, value }]))
  const answer = () => {
    const issues = configValues().safeParse(entries).error?.issues ?? []
    const fieldErrors = issues.map(
      ({ path: [place], message }) => [entries[Number(place)]?.key ?? '', message] as const,
    )
    if (fieldErrors.length > 0) return setProblems(new Map(fieldErrors))
    close({ ...(group !== '' && { group }), ...(entries.length > 0 && { config: entries }) })
  }
  return (
    <FormDialog
      title="Change metrics"
      submit="Preview changes"
      cancel="Leave them"
      isDisabled={group === '' && entries.length === 0}
      onSubmit={answer}
      onCancel={() => close()}
    >
      <p className={dialog.question}>What {counted(chosenMetrics.length, 'metric')} will get</p>
      <p>Empty fields are not changed.</p>
      <NativeSelect
        label="Group"
        data-autofocus
        value={group}
        data={[{ value: '', label: 'As it is' }, ...inNameOrder(groups)]}
        onChange={(event) => setGroup(event.currentTarget.value)}
      />
      <fieldset className={classes.values}>
        <legend>Config</legend>
        {keysOf(chosenMetrics).map(({ key, count, now }) => (
          <TextInput
            key={key}
            label={key}
            classNames={{ label: 'mono', input: 'mono' }}
            description={[
              meaningOfConfigKey(key),
              count < chosenMetrics.length ? `for ${count.toLocaleString('en')} of them` : undefined,
              now,
            ]
              .filter(Boolean)
              .join('; ')}
            autoComplete="off"
            error={problems.get(key)}
            value={values.get(key) ?? ''}
            onChange={(event) => setValues(new Map(values).set(key, event.currentTarget.value))}
          />
        ))}
      </fieldset>
      {chosenMetrics.every(({ config }) => config.length === 0) && (
        <Notice kind="info">Passive metrics have no configuration values.</Notice>
      )}
    </FormDialog>
  )
}

const maxValues = 3

/** The keys that the tenant may set, with the number of metrics that have each, and their current values. */
function keysOf(chosenMetrics: readonly Metric[]) {
  const entries = chosenMetrics.flatMap(({ config }) => config).filter(({ key }) => key !== pathKey)
  return [...Map.groupBy(entries, ({ key }) => key)].map(([key, entriesOfKey]) => {
    const values = [...new Set(entriesOfKey.map(({ value }) => value))]
    const rest = values.length - maxValues
    const now = `now ${values.slice(0, maxValues).join(', ')}${rest > 0 ? ` and ${rest} others` : ''}`
    return { key, count: entriesOfKey.length, now }
  })
}
