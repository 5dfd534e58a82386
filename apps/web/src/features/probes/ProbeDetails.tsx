import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { packagePlaces } from '#features/packages/packages.queries.ts'
import details from '#kit/details.module.css'
import { useSurroundings } from '#kit/visitor.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { LabelledValue, NoValue, ValueText } from '#ui/ValueText.tsx'
import { versionIn } from './package-labels.ts'
import type { ProbeValues } from './probe-form.ts'
import classes from './probes.module.css'

interface Props {
  readonly probe: Omit<ProbeValues, 'update_metrics'>
  readonly title?: string
  readonly object?: string
  readonly actions?: ReactNode
  readonly notice?: ReactNode
  /** What uses it, where it is shown as it is now. */
  readonly children?: ReactNode
}

/** A probe to be read. */
export function ProbeDetails(props: Props) {
  const { probe, title = 'Probe details', object = probe.name, actions, notice, children } = props
  return (
    <PageFrame title={title} object={object} actions={actions} width="reading">
      {notice}
      <div className={classes.facts}>
        <ValueText label="Name" value={probe.name} isMono />
        <ValueText label="Version" value={versionIn(probe.package)} isMono />
        <Package label={probe.package} />
      </div>
      <section className={details.section} aria-labelledby="metadata">
        <h2 id="metadata">Probe metadata</h2>
        <div className={details.fields}>
          <Address label="Repository" url={probe.repository} />
          <Address label="Documentation" url={probe.docurl} />
          <div className={details.whole}>
            <ValueText label="Description" value={probe.description} />
          </div>
          <div className={details.whole}>
            <ValueText label="Comment" value={probe.comment} />
          </div>
        </div>
      </section>
      {children}
    </PageFrame>
  )
}

/** Packages have pages in the super-tenant's console, and for administrators of tenants. */
function Package({ label }: { readonly label: string }) {
  const { visitor } = useSurroundings()
  const { packages } = packagePlaces(visitor.deployment)
  const hasPage = visitor.deployment === 'super' ? visitor.actor !== undefined : visitor.actor?.isSuperuser
  if (!hasPage) return <ValueText label="Package" value={label} isMono />
  return (
    <LabelledValue label="Package">
      <Link to={packages.details(label.replace(/ \((.+)\)$/, '-$1'))} className="mono">
        {label}
      </Link>
      <CopyButton text={label} what="package" />
    </LabelledValue>
  )
}

const Address = ({ label, url }: { readonly label: string; readonly url: string }) => (
  <LabelledValue label={label}>
    {url === '' ? (
      <NoValue />
    ) : (
      <>
        <a href={url} target="_blank" rel="noreferrer">
          {url}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
        <CopyButton text={url} what={label.toLowerCase()} />
      </>
    )}
  </LabelledValue>
)
