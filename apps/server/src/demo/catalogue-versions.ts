import type { Fields } from '@quatrain/contract/compare/field.ts'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { probes as probeKind } from '@quatrain/contract/resources/probe.ts'
import { templateWords } from '#features/roll-out/words.reads.ts'
import { initialComment } from '#kit/recording/changes.ts'
import { describeChange, type Words } from '#kit/recording/describe-change.ts'
import type { Document } from '#request/context/recording.ts'
import { type DemoCatalogue, statesOf } from './data.ts'

/** A row for each version of each probe. */
export const probeVersionRows = (probes: DemoCatalogue['probes']) =>
  probes.flatMap((probe) =>
    commented(statesOf(probe), probeKind.compared).map((version) => ({ ...version, owner: probe.name })),
  )

/** A row for each version of each metric template. */
export const templateVersionRows = (templates: DemoCatalogue['metric_templates']) =>
  templates.flatMap((template) =>
    commented(statesOf(template), metricTemplates.compared, templateWords).map((version) => ({
      ...version,
      owner: template.name,
    })),
  )

/** Adds to each state the comment with its changes since the previous one. */
function commented<State extends { readonly user: string; readonly date_created: Date }>(
  states: readonly State[],
  fields: Fields,
  words?: Words,
) {
  return states.map((state, position) => {
    const previousState = states[position - 1]
    const { user: author, date_created: createdAt, ...content } = state
    const version_comment = previousState
      ? describeChange(fields, contentOf(previousState), content, words)
      : initialComment
    return { ...content, author, at: createdAt, version_comment }
  })
}

const contentOf = ({
  user,
  date_created,
  ...content
}: {
  readonly user: string
  readonly date_created: Date
}): Document => content
