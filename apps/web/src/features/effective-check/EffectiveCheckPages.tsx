import { Button, Input } from '@mantine/core'
import { metrics as allMetrics, type Metric } from '@quatrain/contract/resources/metric.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useHostSuggestions } from '#features/metric-overrides/metric-overrides.queries.ts'
import { resourceQueries } from '#kit/api/queries.ts'
import { paths } from '#lib/paths.ts'
import { usePathParameters } from '#lib/resource-paths.ts'
import { byName } from '#lib/words.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { SuggestInput, SuggestionSearch } from '#ui/SuggestInput.tsx'
import type { Suggestion } from '#ui/suggestions.ts'
import { EffectiveCheckView } from './EffectiveCheckView.tsx'
import classes from './effective-check.module.css'

/** The effective check of any metric for a host. */
export function EffectiveResultPage() {
  const [query, setQuery] = useSearchParams()
  const [metric, host] = [query.get('metric') ?? '', query.get('host') ?? '']
  return (
    <PageFrame
      title="Effective check"
      actions={
        <Button component={Link} to={paths.metricOverrides.list} variant="default">
          All overrides
        </Button>
      }
    >
      <p>What a monitoring box runs for a metric on a host, and the source of each part.</p>
      <CheckChooser key={`${metric} ${host}`} metric={metric} host={host} onChoose={(choice) => setQuery(choice)} />
      <EffectiveCheckView metric={metric} host={host} />
    </PageFrame>
  )
}

/** The effective check of one metric. */
export function MetricPreviewPage() {
  const { name = '' } = usePathParameters()
  const [query, setQuery] = useSearchParams()
  const host = query.get('host') ?? ''
  return (
    <PageFrame
      title="Effective check"
      object={name}
      actions={
        <Button component={Link} to={paths.metrics.details(name)} variant="default">
          Metric details
        </Button>
      }
    >
      <CheckChooser key={host} host={host} onChoose={({ host }) => setQuery(host === '' ? {} : { host })} />
      <EffectiveCheckView metric={name} host={host} />
    </PageFrame>
  )
}

interface Chosen {
  readonly metric: string
  readonly host: string
}

interface Props {
  /** Absent if the page is about one metric. */
  readonly metric?: string
  readonly host: string
  readonly onChoose: (choice: { metric: string; host: string }) => void
}

const metricSuggestions = {
  ...resourceQueries(allMetrics).list(),
  select: (allMetrics: readonly Metric[]) =>
    allMetrics.toSorted(byName).map(({ name, mtype }) => ({ value: name, hint: mtype })),
}

/** Chooses a check. It is loaded on submit: an incomplete name is not a host name. */
function CheckChooser({ metric, host, onChoose }: Props) {
  const [choice, setChosen] = useState<Chosen>({ metric: metric ?? '', host })
  const { data: metrics = [] } = useQuery(metricSuggestions)
  const { suggestions: hosts, search } = useHostSuggestions()
  const show = (event: FormEvent) => {
    event.preventDefault()
    onChoose({ metric: choice.metric.trim(), host: choice.host.trim() })
  }
  return (
    <form className={classes.chooser} onSubmit={show}>
      {metric !== undefined && (
        <Choice
          label="Metric"
          value={choice.metric}
          suggestions={metrics}
          onChange={(metric) => setChosen({ ...choice, metric })}
        />
      )}
      <SuggestionSearch value={search}>
        <Choice
          label="Host"
          description="A host name, or servicetype__hostname for one service of it. Empty: any host that no override names."
          value={choice.host}
          suggestions={hosts}
          onChange={(host) => setChosen({ ...choice, host })}
        />
      </SuggestionSearch>
      <Button type="submit" size="sm" className={classes.show ?? ''}>
        Show
      </Button>
    </form>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly description?: string
  readonly value: string
  readonly suggestions: readonly Suggestion[]
  readonly onChange: (value: string) => void
}

function Choice({ label, description, ...input }: ChoiceProps) {
  const id = useId()
  return (
    <Input.Wrapper id={id} label={label} description={description} className={classes.choice}>
      <SuggestInput
        id={id}
        aria-label={label}
        aria-describedby={description === undefined ? undefined : `${id}-description`}
        {...input}
      />
    </Input.Wrapper>
  )
}
