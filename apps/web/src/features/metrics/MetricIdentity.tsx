import type { MetricDocument } from '@quatrain/contract/resources/metric.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { View } from '#kit/api/resource-queries.ts'
import classes from '#kit/page/details.module.css'
import { LinkedValue } from '#kit/page/LinkedValue.tsx'
import { Marks } from '#kit/page/Marks.tsx'
import { tagsInOrder, toneOfTag } from '#lib/tags.ts'
import { LabelledValue, NoValue, ValueText } from '#ui/ValueText.tsx'
import { placesFor } from './metric-places.ts'

interface Props {
  readonly metric: MetricDocument
  /** The profiles that hold it now; nothing where it is shown as it was. */
  readonly profiles?: readonly string[]
  readonly view?: View
  /** In place of the group, where it can be changed. */
  readonly group?: ReactNode
}

/** What a metric is, whose it is, and who holds it. */
export function MetricIdentity({ metric, profiles, view = 'member', group }: Props) {
  const places = placesFor(view)
  return (
    <div className={classes.fields}>
      <ValueText label="Name" value={metric.name} isMono />
      <ValueText label="Type" value={metric.mtype} />
      <LinkedValue label="Probe" value={metric.probeversion} to={places.probeVersion(metric.probeversion)} />
      {group ?? <ValueText label="Group" value={metric.group} />}
      <LabelledValue label="Tags">
        <Marks words={tagsInOrder(metric.tags)} toneOf={toneOfTag} />
      </LabelledValue>
      {profiles && (
        <LabelledValue label="Metric profiles">
          <Names names={profiles} to={places.profiles.details} />
        </LabelledValue>
      )}
      <div className={classes.whole}>
        <ValueText label="Description" value={metric.description} />
      </div>
    </div>
  )
}

function Names({ names, to }: { readonly names: readonly string[]; readonly to: (name: string) => string }) {
  if (names.length === 0) return <NoValue />
  return (
    <ul className={classes.names}>
      {names.map((name) => (
        <li key={name}>
          <Link to={to(name)}>{name}</Link>
        </li>
      ))}
    </ul>
  )
}
