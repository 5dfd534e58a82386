import type { home } from '@quatrain/contract/home.ts'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import { paths } from '#app/paths.ts'
import { noProfile } from '#features/metrics/metrics.queries.ts'
import { CountedLinks } from './CountedLinks.tsx'
import classes from './HomePage.module.css'

type Counts = AnswerOf<typeof home>['metrics']

const list = (filter: Readonly<Record<string, string>>) => `${paths.metrics.list}?${new URLSearchParams(filter)}`

/** Which of the counts are a reason to look, and what each of them counts. */
const reasons: readonly { readonly of: keyof Counts; readonly says: string; readonly to: string }[] = [
  { of: 'eol', says: 'Metrics at the end of their life', to: list({ tags: 'eol' }) },
  { of: 'deprecated', says: 'Deprecated metrics', to: list({ tags: 'deprecated' }) },
  { of: 'unused', says: 'Metrics in no metric profile', to: list({ profiles: noProfile }) },
]

/** What somebody should look after. */
export function Attention({ metrics }: { readonly metrics: Counts | undefined }) {
  const found = metrics && reasons.filter(({ of }) => metrics[of] > 0)
  return (
    <section className={classes.panel} aria-labelledby="attention" aria-busy={!metrics}>
      <h2 id="attention">Needs attention</h2>
      {found?.length === 0 && <p>No metric is deprecated, at the end of its life, or in no metric profile.</p>}
      {metrics && found && found.length > 0 && (
        <CountedLinks links={found.map(({ of, says, to }) => ({ says, to, count: metrics[of] }))} />
      )}
    </section>
  )
}
