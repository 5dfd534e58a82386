import { Button, Input } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { SuggestInput } from '#ui/SuggestInput.tsx'
import type { Suggestion } from '#ui/suggestions.ts'
import classes from './effective-check.module.css'
import { useHostSuggestions, useMetricSuggestions } from './override-suggestions.ts'

interface Chosen {
  readonly metric: string
  readonly host: string
}

interface Props {
  /** Absent if the page is about one metric. */
  readonly metric?: string
  readonly host: string
  readonly onChoose: (chosen: { metric: string; host: string }) => void
}

/** Chooses a check. It is loaded on submit: an incomplete name is not a host name. */
export function CheckChooser({ metric, host, onChoose }: Props) {
  const [chosen, setChosen] = useState<Chosen>({ metric: metric ?? '', host })
  const [metrics, hosts] = [useMetricSuggestions(), useHostSuggestions()]
  const show = (event: FormEvent) => {
    event.preventDefault()
    onChoose({ metric: chosen.metric.trim(), host: chosen.host.trim() })
  }
  return (
    <form className={classes.chooser} onSubmit={show}>
      {metric !== undefined && (
        <Choice
          label="Metric"
          value={chosen.metric}
          suggestions={metrics}
          onChange={(metric) => setChosen({ ...chosen, metric })}
        />
      )}
      <Choice
        label="Host"
        description="A host name, or servicetype__hostname for one service of it. Empty: any host that no override names."
        value={chosen.host}
        suggestions={hosts}
        onChange={(host) => setChosen({ ...chosen, host })}
      />
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
