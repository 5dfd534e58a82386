import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import { packageKey } from '@quatrain/contract/kit/kind-names.ts'
import type { ConfigMove, MetricMove, previewMetricsVersions } from '@quatrain/contract/resources/metric-moves.ts'
import { packages } from '@quatrain/contract/resources/package.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { describeOtherVersions } from '#features/package-usage/package-usage.queries.ts'
import { packageQueries, versionsNamed } from '#features/packages/packages.queries.ts'
import { WithRecord } from '#kit/form/WithRecord.tsx'
import { FailurePage, PagePlaceholder } from '#kit/page/page-states.tsx'
import { RowTable } from '#kit/row-table/RowTable.tsx'
import { paths } from '#lib/paths.ts'
import { counted } from '#lib/words.ts'
import { BusyButton } from '#ui/dialogs.tsx'
import { Mark, type Tone } from '#ui/Mark.tsx'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { NoValue } from '#ui/ValueText.tsx'
import classes from './metrics.module.css'
import { updateOf } from './metrics.queries.ts'
import { useUpdateMetrics } from './use-update-metrics.tsx'

/** Previews moving all metrics of a package to the version in the address: the effect on each. */
export const UpdateMetricsPage = () => (
  <WithRecord resource={packages} paths={paths.tenantPackages}>
    {({ record }) => <Update key={record.id} name={record.name} version={record.version} />}
  </WithRecord>
)

interface Chosen {
  readonly name: string
  readonly version: string
}

type Preview = AnswerOf<typeof previewMetricsVersions>

const title = 'Update metrics'

function Update(choice: Chosen) {
  const key = packageKey(choice)
  const { data, error, refetch } = useQuery(updateOf(key))
  const { run, isBusy } = useUpdateMetrics(choice)
  if (error && !data) return <FailurePage error={error} retry={() => void refetch()} />
  if (!data) return <PagePlaceholder title={title} object={key} />
  const willDo = data.metrics.some(({ outcome }) => outcome !== 'left')
  return (
    <PageFrame
      title={title}
      object={key}
      actions={
        <BusyButton disabled={!willDo} isBusy={isBusy} onClick={() => run(data)}>
          Update metrics
        </BusyButton>
      }
    >
      <VersionSwitch {...choice} />
      <OlderNotice {...choice} />
      {data.metrics.length === 0 ? (
        <Notice kind="info">
          <p>
            All metrics of <span className="mono">{choice.name}</span> are at version{' '}
            <span className="mono">{choice.version}</span>, or there are none. Choose another version to see what would
            become of them.
          </p>
        </Notice>
      ) : (
        <>
          <Summary moves={data.metrics} />
          <InstallationNotice choice={choice} preview={data} />
          <MovesTable moves={data.metrics} />
        </>
      )}
    </PageFrame>
  )
}

/** The packages that boxes could no longer install. */
function InstallationNotice({ choice, preview }: { readonly choice: Chosen; readonly preview: Preview }) {
  const { otherVersions, lostSystems } = preview
  const lines = [
    ...lostSystems.map((system) => {
      return `${system} has no ${choice.name} ${choice.version}: boxes that run it are told that the package is missing.`
    }),
    ...describeOtherVersions(otherVersions),
  ]
  if (lines.length === 0) return null
  return (
    <Notice kind="warning">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Notice>
  )
}

function VersionSwitch({ name, version }: Chosen) {
  const { data = [] } = useQuery(versionsNamed(name))
  const navigate = useNavigate()
  const go = (version: string) => void navigate(paths.updateMetrics(packageKey({ name, version })), { replace: true })
  return (
    <NativeSelect
      className={classes.version ?? ''}
      label="Version"
      description="The version of the package that metrics will use."
      classNames={{ input: 'mono' }}
      value={version}
      data={data.length === 0 ? [version] : data.map((knownVersion) => knownVersion.version)}
      onChange={(event) => go(event.currentTarget.value)}
    />
  )
}

/** An older version is possible, but rarely intended. */
function OlderNotice({ name, version }: Chosen) {
  const { data: knownVersions = [] } = useQuery(versionsNamed(name))
  const { data: inUse = [] } = useQuery(packageQueries.list())
  const place = (requested: string) => knownVersions.findIndex((knownVersion) => knownVersion.version === requested)
  const newer = inUse.filter((usedVersion) => usedVersion.name === name && place(usedVersion.version) < place(version))
  if (newer.length === 0) return null
  const versions = newer.map((usedVersion) => usedVersion.version).join(' and ')
  return (
    <Notice kind="warning">
      <p>
        Version {version} is older than {versions}, which your metrics use now.
      </p>
    </Notice>
  )
}

function Summary({ moves }: { readonly moves: readonly MetricMove[] }) {
  const count = (requested: MetricMove['outcome']) => moves.filter(({ outcome }) => outcome === requested).length
  const affected = moves.filter(
    ({ outcome, name, becomes }) => outcome === 'deleted' || (outcome === 'updated' && name !== becomes),
  )
  const profiles = new Set(affected.flatMap(({ profiles }) => profiles)).size
  return (
    <p className={classes.summary} role="status">
      <span>{counted(count('updated'), 'metric')} will be updated</span>
      {count('deleted') > 0 && <strong>{counted(count('deleted'), 'metric')} will be deleted</strong>}
      {count('left') > 0 && <span>{counted(count('left'), 'metric')} cannot be updated</span>}
      {profiles > 0 && <span>{counted(profiles, 'metric profile')} will change</span>}
    </p>
  )
}

const columns = [
  { header: 'Metric', width: '22%' },
  { header: 'Probe now', width: '15%' },
  { header: 'Probe then', width: '19%' },
  { header: 'Config values', width: '25%' },
  { header: 'Metric profiles', width: '19%' },
]

/** How each metric changes if its package is used in another version. */
export const MovesTable = ({ moves }: { readonly moves: readonly MetricMove[] }) => (
  <RowTable
    label="Metrics"
    columns={columns}
    rows={moves}
    keyOf={({ name }) => name}
    cells={(move) => <Cells move={move} />}
    emptyText="No metrics."
  />
)

function Cells({ move }: { readonly move: MetricMove }) {
  const { name, becomes, from, to, outcome, config, profiles } = move
  return (
    <>
      <th scope="row" className={classes.metric}>
        <Link className="mono" to={paths.metrics.details(name)}>
          {name}
        </Link>
        {outcome === 'updated' && becomes !== name && (
          <div className={classes.note}>
            is called <span className="mono">{becomes}</span> then
          </div>
        )}
      </th>
      <td className="mono">{from}</td>
      <td>
        {outcome === 'updated' ? <span className="mono">{to}</span> : <Outcome outcome={outcome} becomes={becomes} />}
      </td>
      <td>{config.length === 0 ? <NoValue /> : <ul className={classes.changes}>{config.map(lineOf)}</ul>}</td>
      <td>
        {profiles.length === 0 ? (
          <NoValue />
        ) : (
          <ul className={classes.changes}>
            {profiles.map((profile) => (
              <li key={profile}>
                <Link to={paths.metricProfiles.details(profile)}>{profile}</Link>
              </li>
            ))}
          </ul>
        )}
      </td>
    </>
  )
}

const marks: Readonly<Record<'deleted' | 'left', { readonly tone: Tone; readonly word: string }>> = {
  deleted: { tone: 'bad', word: 'will be deleted' },
  left: { tone: 'warn', word: 'stays as it is' },
}

const Outcome = ({ outcome, becomes }: { readonly outcome: 'deleted' | 'left'; readonly becomes: string }) => (
  <>
    <Mark tone={marks[outcome].tone}>{marks[outcome].word}</Mark>
    <div className={classes.note}>
      {outcome === 'deleted' ? 'Its probe is not part of this version.' : `There is another metric named ${becomes}.`}
    </div>
  </>
)

function lineOf({ key, from, to, instead }: ConfigMove) {
  return (
    <li key={key}>
      <span className="mono">{key}</span>: {wordsOf(from, to, instead)}
    </li>
  )
}

function wordsOf(from: string | undefined, to: string | undefined, instead: string | undefined) {
  if (instead !== undefined) {
    return (
      <>
        <strong>{to}</strong> is kept <span className={classes.note}>(template: {instead})</span>
      </>
    )
  }
  if (to === undefined) return <>{from} → removed</>
  return (
    <>
      {from ?? 'none'} → <strong>{to}</strong>
    </>
  )
}
