import type { MetricTemplate, MetricTemplateDocument } from '@quatrain/contract/resources/metric-template.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import classes from '#kit/page/details.module.css'
import { KeyValueTable } from '#kit/page/KeyValueTable.tsx'
import { Marks } from '#kit/page/Marks.tsx'
import { Section } from '#kit/page/Section.tsx'
import { tagsInOrder, toneOfTag } from '#lib/tags.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { LabelledValue, LinkedValue, ValueText } from '#ui/ValueText.tsx'
import { BeingDeletedNotice } from './BeingDeleted.tsx'
import { templateNamesFor } from './metric-templates.queries.ts'
import type { TemplatePlaces } from './template-places.ts'

interface Props {
  /** An old version does not contain its package. */
  readonly template: MetricTemplateDocument & Partial<Pick<MetricTemplate, 'package' | 'deleted_by'>>
  readonly places: TemplatePlaces
  readonly title?: string
  readonly object?: string
  readonly actions?: ReactNode
  readonly notice?: ReactNode
  /** What the page shows below the template. */
  readonly children?: ReactNode
}

/** A metric template, read-only. */
export function MetricTemplateDetails(props: Props) {
  const { template, places, title = 'Metric template details', object = template.name } = props
  const { actions, notice, children } = props
  const { name, mtype, tags, description, probeversion, deleted_by } = template
  return (
    <PageFrame title={title} object={object} actions={actions} width="reading">
      {notice}
      {deleted_by !== undefined && <BeingDeletedNotice by={deleted_by} />}
      <div className={`${classes.card} ${classes.fields}`}>
        <ValueText label="Name" value={name} isMono />
        <ValueText label="Type" value={mtype} />
        <LinkedValue label="Probe" value={probeversion} to={places.probeVersion(probeversion)} />
        {template.package !== undefined && <ValueText label="Package" value={template.package} isMono />}
        <LabelledValue label="Tags">
          <Marks words={tagsInOrder(tags)} toneOf={toneOfTag} />
        </LabelledValue>
        <div className={classes.whole}>
          <ValueText label="Description" value={description} />
        </div>
      </div>
      <Configuration template={template} places={places} />
      {children}
    </PageFrame>
  )
}

/** The configuration for machines. A passive template has no probe, and therefore few fields. */
function Configuration({ template, places: { view, templates } }: Pick<Props, 'template' | 'places'>) {
  const { data: templateNames } = useQuery(templateNamesFor(view))
  const { mtype, parent, dependency } = template
  return (
    <Section title="Metric configuration">
      {mtype === 'Active' && (
        <>
          <ValueText label="Probe executable" value={template.probeexecutable} isMono />
          <KeyValueTable title="Config" pairs={template.config} />
          <KeyValueTable title="Attributes" pairs={template.attribute} />
          {dependency.length > 0 && <KeyValueTable title="Dependency" pairs={dependency} />}
          <KeyValueTable title="Parameter" pairs={template.parameter} />
        </>
      )}
      <KeyValueTable title="Flags" pairs={template.flags} />
      <LinkedValue
        label="Parent"
        value={parent}
        to={templateNames?.has(parent) ? templates.details(parent) : undefined}
      />
    </Section>
  )
}
