import { catalogueHome, type home } from '@quatrain/contract/console/home.ts'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { expiringKeyList, unusedKeyList } from '#features/api-keys/api-keys.queries.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { kindOf } from '#lib/kinds.ts'
import { paths } from '#lib/paths.ts'
import { capitalized } from '#lib/words.ts'
import panel from '#ui/panel.module.css'
import { type CountedLink, CountedLinks, countedKinds } from './CountedLinks.tsx'
import classes from './HomePage.module.css'

type Tasks = AnswerOf<typeof home>
type TasksOfCatalogue = AnswerOf<typeof catalogueHome>

/** The page of findings has those of further rules. */
const maxRules = 10

interface Props {
  readonly tasks: Omit<Tasks, 'counts' | 'changes'>
  /** What only one of the home pages counts. */
  readonly more: readonly CountedLink[]
  readonly children?: ReactNode
}

/** Reasons for attention, each with the list that it counts. */
const AttentionPanel = ({ tasks: { findings, ...tasks }, more, children }: Props) => {
  const links = [
    ...more,
    { says: 'API keys never used', to: unusedKeyList, count: tasks.unusedKeys },
    { says: 'API keys that expire soon or have expired', to: expiringKeyList, count: tasks.expiringKeys },
    { says: 'Your keys that expire soon or have expired', to: paths.profile, count: tasks.expiringOwnKeys },
    { says: 'Webhooks paused after failures', to: paths.webhooks.list, count: tasks.pausedWebhooks },
    ...(findings ?? []).slice(0, maxRules).map(({ rule, title, severity, count }) => ({
      says: title,
      note: severity,
      to: `${paths.findings}?${new URLSearchParams({ rule, state: 'open' })}`,
      count,
    })),
  ].filter(({ count }) => count)
  return (
    <section className={panel.panel} aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      {links.length > 0 ? <CountedLinks links={links} /> : !children && <p>Nothing waits for you.</p>}
      {children}
      <p>{findings ? <Link to={paths.findings}>All findings</Link> : 'Findings will be counted within minutes.'}</p>
    </section>
  )
}

/** Tasks for users. */
export const Attention = ({ tasks }: { readonly tasks: Tasks }) => (
  <AttentionPanel
    tasks={tasks}
    more={[
      {
        says: 'Probe candidates to look at',
        to: `${paths.probeCandidates.list}?status=submitted`,
        count: tasks.submittedCandidates,
      },
    ]}
  />
)

const { list } = paths.metricTemplates
const tagged = (tag: string) => `${list}?${new URLSearchParams({ tags: tag })}`

/** Tasks for administrators. */
export const CatalogueAttention = ({ tasks }: { readonly tasks: TasksOfCatalogue }) => (
  <AttentionPanel
    tasks={tasks}
    more={[
      { says: 'End-of-life metric templates', to: tagged('eol'), count: tasks.eol },
      { says: 'Deprecated metric templates', to: tagged('deprecated'), count: tasks.deprecated },
    ]}
  >
    {tasks.undelivered.length > 0 && <Undelivered undelivered={tasks.undelivered} />}
  </AttentionPanel>
)

const Undelivered = ({ undelivered }: Pick<TasksOfCatalogue, 'undelivered'>) => (
  <>
    <p>These changes have not been delivered to the Web API. Delivery is retried every few minutes.</p>
    <ul className={classes.list}>
      {undelivered.map(({ tenant, kind, name, since, reason }) => (
        <li key={`${tenant} ${kind} ${name}`}>
          <span>
            <b>{whatOf(tenant, kind, name)}</b>: {reason}
          </span>
          <Moment iso={since} isRelative />
        </li>
      ))}
    </ul>
  </>
)

/** The delivery without an object is that of the tags of all templates. */
function whatOf(tenant: string, kind: string, name: string): string {
  const knownKind = kindOf(kind)
  return knownKind ? `The ${knownKind.label.one} ${name} of ${tenant}` : 'The tags of the metric templates'
}

type Counts = TasksOfCatalogue['counts']

const { options: names } = catalogueHome.answer.shape.counts.keyof()

/** The number of objects of each kind in the catalogue; each number links to its list. */
export function CatalogueCounts({ counts }: { readonly counts: Counts }) {
  const { user } = useConsoleContext()
  // The list of ports is part of administration.
  const hidden = user?.is_superuser ? undefined : paths.defaultPorts.list
  const links = countedKinds(names, counts).map(({ label, ...link }) => ({ says: capitalized(label), ...link }))
  return (
    <section className={panel.panel} aria-labelledby="counts">
      <h2 id="counts">How many</h2>
      <CountedLinks links={links.filter(({ to }) => to !== hidden)} />
    </section>
  )
}
