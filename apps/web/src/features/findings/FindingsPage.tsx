import { Button } from '@mantine/core'
import type { Finding, FindingOverview } from '@quatrain/contract/findings/finding.ts'
import { findingKey, severities } from '@quatrain/contract/findings/rule.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { findingOverviewQuery, findingsQuery } from '#kit/api/findings.ts'
import { type Column, columnsFor } from '#kit/list/columns.tsx'
import { List } from '#kit/list/List.tsx'
import { SelectionButton, useSelection } from '#kit/list/use-selection.tsx'
import { addressOfFix, SeverityMark } from '#kit/page/FindingLines.tsx'
import { kindOf } from '#lib/kinds.ts'
import { lazyPart } from '#lib/load-part.ts'
import { paths } from '#lib/paths.ts'
import { capitalized, counted } from '#lib/words.ts'
import { ClampedText } from '#ui/ClampedText.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import classes from './Findings.module.css'
import { useFindingSettings } from './use-finding-settings.tsx'

/** What is wrong, doubtful or could be better in this tenant or in the catalogue. */
export function FindingsPage() {
  const { user } = useConsoleContext().caller
  const { data: overview } = useQuery(findingOverviewQuery)
  const { data, ...query } = useQuery(findingsQuery())
  const settings = useFindingSettings()
  const selection = useSelection()
  const selected = data?.findings.filter((finding) => selection.keys.has(findingKey(finding))) ?? []
  const mayDecide = user?.isSuperuser === true
  const suppress = async () => {
    if (await settings.suppress(selected)) selection.clear()
  }
  const rules = new Map(overview?.rules.map((rule) => [rule.id, rule]))
  const columns = columnsWith((finding) => rules.get(finding.rule), mayDecide ? settings : undefined)
  return (
    <PageFrame
      title="Findings"
      actions={
        <Button component={Link} to={`${paths.findings}/rules`} variant="default">
          Rules
        </Button>
      }
    >
      {data && data.unchecked.length > 0 && (
        <Notice kind="warning" role="status">
          <ul className={classes.says}>
            {data.unchecked.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
      <List
        source={{ ...query, data: data?.findings }}
        columns={columns}
        keyOf={findingKey}
        nameOf={labelOf}
        selection={
          mayDecide
            ? {
                selection,
                header: 'Select',
                actions: (
                  <SelectionButton isBusy={settings.isBusy} onClick={() => void suppress()}>
                    {`Suppress ${counted(selected.length, 'finding')}`}
                  </SelectionButton>
                ),
              }
            : undefined
        }
        words={{ one: 'finding', many: 'findings' }}
        pageSize={50}
        empty={<p>Nothing is wrong, as far as the rules know.</p>}
      />
      {overview && (
        <Suspense fallback={null}>
          <DayChart
            title="The last 90 days"
            caption="Findings by day"
            series={series}
            days={overview.days.map(({ day, error, warning, hint }) => ({ day, counts: [error, warning, hint] }))}
          />
        </Suspense>
      )}
    </PageFrame>
  )
}

const labelOf = ({ name, says }: Finding): string => `${name}: ${says}`

const DayChart = lazyPart(
  () => import('#kit/page/DayChart.tsx'),
  ({ DayChart }) => DayChart,
)

const series = [
  { one: 'error', heading: 'Errors', tone: 'bad' },
  { one: 'warning', heading: 'Warnings', tone: 'warn' },
  { one: 'hint', heading: 'Hints', tone: 'plain' },
] as const

const column = columnsFor<Finding>()

const columnsWith = (
  ruleOf: (finding: Finding) => Pick<FindingOverview['rules'][number], 'follows'> | undefined,
  settings: ReturnType<typeof useFindingSettings> | undefined,
): readonly Column<Finding>[] => [
  {
    ...column.choice('severity', 'Severity', '104px'),
    sort: ({ severity }) => severities.indexOf(severity),
    cell: (finding) => <SeverityMark severity={finding.severity} />,
  },
  column.choiceOf('kind', 'Kind', ({ kind }) => capitalized(kindOf(kind)?.label.one ?? 'operations profile'), '112px'),
  {
    ...column.text('name', 'Name', '15%'),
    isName: true,
    cell: ({ kind, name }) => {
      const address =
        kind === 'operationsprofile' ? paths.operationsProfiles.details(name) : kindOf(kind)?.paths.details(name)
      return <ClampedText text={name}>{address ? <Link to={address}>{name}</Link> : name}</ClampedText>
    },
  },
  {
    ...column.text('says', 'Finding'),
    cell: (finding) => {
      return (
        <div className={classes.says}>
          {finding.says}
          <div className={classes.follows}>{ruleOf(finding)?.follows}</div>
          {finding.suppressed && (
            <div className={classes.follows}>
              Suppressed{finding.suppressed.until && ` until ${finding.suppressed.until}`}: {finding.suppressed.reason}
            </div>
          )}
        </div>
      )
    },
  },
  {
    ...column.choice('rule', 'Rule', '128px'),
    cell: ({ rule }) => <Link to={`${paths.findings}/rules?id=${encodeURIComponent(rule)}`}>{rule}</Link>,
  },
  column.choice('group', 'Group', '104px'),
  {
    ...column.choiceOf('state', 'State', ({ suppressed }) => (suppressed ? 'suppressed' : 'open'), '104px'),
    cell: (finding) => <Actions finding={finding} settings={settings} />,
  },
]

interface ActionProps {
  readonly finding: Finding
  readonly settings: ReturnType<typeof useFindingSettings> | undefined
}

function Actions({ finding, settings }: ActionProps) {
  const fix = finding.suppressed ? undefined : addressOfFix(finding)
  const label = labelOf(finding)
  return (
    <>
      {fix && (
        <Button component={Link} to={fix} size="compact-xs" variant="default" aria-label={`Fix ${label}`}>
          Fix
        </Button>
      )}
      {settings && (
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={settings.isBusy}
          aria-label={`${finding.suppressed ? 'Show again' : 'Suppress'} ${label}`}
          onClick={() => (finding.suppressed ? settings.showAgain([finding]) : void settings.suppress([finding]))}
        >
          {finding.suppressed ? 'Show again' : 'Suppress'}
        </Button>
      )}
    </>
  )
}
