import { packageVersion, type probes } from '@quatrain/contract/resources/probe.ts'
import type { ReactNode } from 'react'
import { packagePage } from '#features/package-usage/package-usage.queries.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import details from '#kit/page/details.module.css'
import { Section } from '#kit/page/Section.tsx'
import type { DetailsProps } from '#kit/resource/read-pages.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { ExternalLink, LinkedValue, ValueText } from '#ui/ValueText.tsx'
import type { ProbeValues } from './probe-form.ts'

interface Props {
  readonly probe: Omit<ProbeValues, 'update_metrics'>
  readonly title?: string
  readonly object?: string
  readonly actions?: ReactNode
  readonly notice?: ReactNode
  /** The dependents of the probe, if the current state is shown. */
  readonly children?: ReactNode
}

/** A probe, read-only. */
export function ProbeDetails(props: Props) {
  const { probe, title = 'Probe details', object = probe.name, actions, notice, children } = props
  const { caller } = useConsoleContext()
  return (
    <PageFrame title={title} object={object} actions={actions} width="reading">
      {notice}
      <div className={`${details.card} ${details.fields}`}>
        <ValueText label="Name" value={probe.name} isMono />
        <ValueText label="Version" value={packageVersion(probe.package)} isMono />
        <LinkedValue label="Package" value={probe.package} to={packagePage(caller, probe.package)} />
      </div>
      <Section title="Probe metadata">
        <div className={details.fields}>
          <ExternalLink label="Repository" url={probe.repository} />
          <ExternalLink label="Documentation" url={probe.docurl} />
          <div className={details.whole}>
            <ValueText label="Description" value={probe.description} />
          </div>
          <div className={details.whole}>
            <ValueText label="Comment" value={probe.comment} />
          </div>
        </div>
      </Section>
      {children}
    </PageFrame>
  )
}

/** One version of a probe, which is identified by its label everywhere. */
export const ProbeVersion = ({ values, view: _, ...page }: DetailsProps<typeof probes, ProbeValues>) => (
  <ProbeDetails
    {...page}
    title="Probe version"
    object={`${values.name} (${packageVersion(values.package)})`}
    probe={values}
  />
)
