import type { FindingOverview } from '@quatrain/contract/findings/finding.ts'
import { severities } from '@quatrain/contract/findings/rule.ts'
import { useQuery } from '@tanstack/react-query'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { findingOverviewQuery } from '#kit/api/findings.ts'
import { type Column, columnsFor } from '#kit/list/columns.tsx'
import { List } from '#kit/list/List.tsx'
import { SeverityMark } from '#kit/page/FindingLines.tsx'
import { kindOf } from '#lib/kinds.ts'
import { capitalized } from '#lib/words.ts'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import classes from './Findings.module.css'
import { useFindingSettings } from './use-finding-settings.tsx'

type Rule = FindingOverview['rules'][number]

/** What each rule finds and what follows, and how much it matters here. */
export function FindingRulesPage() {
  const { user } = useConsoleContext().caller
  const { data, ...query } = useQuery(findingOverviewQuery)
  const settings = useFindingSettings()
  const columns = columnsWith(user?.isSuperuser ? settings : undefined)
  return (
    <PageFrame title="Rules of findings">
      <List
        source={{ ...query, data: data?.rules }}
        columns={columns}
        keyOf={({ id }) => id}
        words={{ one: 'rule', many: 'rules' }}
        sizeName="rules of findings"
        pageSize={100}
        empty={<p>There are no rules about what you may see.</p>}
      />
    </PageFrame>
  )
}

const column = columnsFor<Rule>()

const columnsWith = (settings: ReturnType<typeof useFindingSettings> | undefined): readonly Column<Rule>[] => [
  { ...column.text('id', 'Rule', '220px'), isName: true, cell: ({ id }) => <span className="mono">{id}</span> },
  column.choiceOf('kind', 'Kind', ({ kind }) => capitalized(kindOf(kind)?.label.one ?? 'operations profile'), '160px'),
  {
    ...column.text('title', 'What it finds'),
    cell: ({ title, follows, advice }) => (
      <div className={classes.says}>
        {title}
        <div className={classes.follows}>
          {follows} {advice}
        </div>
      </div>
    ),
  },
  {
    ...column.choiceOf('severity', 'Severity', ({ severity, chosen = severity }) => chosen, '190px'),
    cell: ({ id, severity, chosen = severity }) =>
      settings ? (
        <NativeSelect
          size="xs"
          aria-label={`Severity of ${id}`}
          disabled={settings.isBusy}
          value={chosen}
          data={[...severities, 'off'].map((value) => ({
            value,
            label: value === severity ? `${value} (usual)` : value,
          }))}
          onChange={({ currentTarget }) => {
            const value = [...severities, 'off' as const].find((choice) => choice === currentTarget.value)
            settings.setSeverity(id, value === severity ? undefined : value)
          }}
        />
      ) : chosen === 'off' ? (
        'off'
      ) : (
        <SeverityMark severity={chosen} />
      ),
  },
]
