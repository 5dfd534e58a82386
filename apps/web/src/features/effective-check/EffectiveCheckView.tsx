import { extensionPrefix } from '@quatrain/contract/reports/filter-places.ts'
import {
  type CommandPart,
  type EffectiveCheck,
  effectiveCheck,
  type LeftOutAttribute,
  type OpenEnd,
} from '@quatrain/contract/resources/effective-check.ts'
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { isApiError } from '#kit/api/api-error.ts'
import { queryOf } from '#kit/api/queries.ts'
import { Failure } from '#kit/page/page-states.tsx'
import { Notice } from '#ui/Notice.tsx'
import { CopyButton } from '#ui/ValueText.tsx'
import { CheckParts } from './CheckParts.tsx'
import classes from './effective-check.module.css'

interface Props {
  /** Empty while nothing is chosen. */
  readonly metric: string
  readonly host: string
}

/** The effective check of a metric for a host, with its loading and error states. */
export function EffectiveCheckView({ metric, host }: Props) {
  const { data, error, refetch } = useQuery(checkOf(metric, host))
  if (metric === '') return <p className={classes.quiet}>Choose a metric, and optionally a host.</p>
  // Trying again does not help if the name is wrong.
  if (isApiError(error, 'not_found')) return <Notice kind="warning">{error.message}</Notice>
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!data) {
    return (
      <p role="status" className={classes.quiet}>
        Loading…
      </p>
    )
  }
  return <Found check={data} />
}

const Found = ({ check }: { readonly check: EffectiveCheck }) => (
  <>
    {check.problems.length > 0 && (
      <Notice kind="bad" role="status">
        {check.problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </Notice>
    )}
    {check.topology !== undefined && (
      <Notice kind="info">Extensions of the topology are not in this result. {check.topology}</Notice>
    )}
    {check.services.length > 0 && <Services names={check.services} />}
    {check.mtype === 'Passive' ? (
      <p>
        Passive: nothing is run. Its results come with those of{' '}
        <span className="mono">{check.parent === '' ? 'no metric' : check.parent}</span>.
      </p>
    ) : (
      <>
        <CommandLine parts={check.command} />
        {check.leftOut.length > 0 && <LeftOut attributes={check.leftOut} />}
        <CheckParts
          title="Where each part comes from"
          rows={check.command.map((part) => ({ ...part, label: part.name, option: part.option }))}
        />
        <CheckParts
          title="Schedule and other settings"
          rows={check.config.map((entry) => ({ ...entry, label: entry.key, unit: units.get(entry.key) }))}
        />
      </>
    )}
  </>
)

const LeftOut = ({ attributes }: { readonly attributes: readonly LeftOutAttribute[] }) => (
  <Notice kind="warning">
    {attributes.map((attribute) => (
      <p key={attribute.name}>
        Boxes leave <span className="mono">{attribute.name}</span> (<span className="mono">{attribute.option}</span>)
        out
        {reasons[attribute.because](attribute)}
      </p>
    ))}
  </Notice>
)

/** An override for one host changes the command of all of them, and endpoints of others change that of a host. */
const reasons: Readonly<Record<LeftOutAttribute['because'], (attribute: LeftOutAttribute) => ReactNode>> = {
  parameter: ({ option, overrides, hosts }) => (
    <>
      {' '}
      on every host, because {overrides.join(' and ')} sets the parameter <span className="mono">{option}</span> of this
      metric for <span className="mono">{hosts.join(', ')}</span>.
    </>
  ),
  extension: ({ name, overrides, endpoints, lacking }) => (
    <>
      {' '}
      here: {lacking} of the {endpoints} endpoints whose service types have this metric lack{' '}
      <span className="mono">
        {extensionPrefix}
        {name}
      </span>
      .{withoutEffect(overrides)}
    </>
  ),
  'no https': ({ overrides }) => (
    <>
      {' '}
      here, because <span className="mono">info_URL</span> of the host does not begin with{' '}
      <span className="mono">https:</span>.{withoutEffect(overrides)}
    </>
  ),
  empty: ({ overrides }) => <>, because its value in {overrides.join(' and ')} is empty.</>,
}

const withoutEffect = (overrides: readonly string[]) =>
  overrides.length === 0 ? '' : ` The value of ${overrides.join(' and ')} has no effect.`

const units: ReadonlyMap<string, string> = new Map([
  ['interval', 'minutes'],
  ['retryInterval', 'minutes'],
  ['timeout', 'seconds'],
])

/** Overrides may refer to one service of the host only. */
function Services({ names }: { readonly names: readonly string[] }) {
  const { pathname, search } = useLocation()
  const at = (host: string) => {
    const query = new URLSearchParams(search)
    query.set('host', host)
    return `${pathname}?${query}`
  }
  return (
    <Notice kind="info">
      <p>Some overrides are for single services of this host, and are not in this result:</p>
      <ul className={classes.services}>
        {names.map((name) => (
          <li key={name}>
            <Link to={at(name)} className="mono">
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** The command as one line. Brackets and dashes mark where a box can run something else. */
function CommandLine({ parts }: { readonly parts: readonly CommandPart[] }) {
  const isOpenTo = (end: OpenEnd) => parts.some(({ openEnds }) => openEnds.includes(end))
  return (
    <section className={classes.section} aria-labelledby="command">
      <div className={classes.head}>
        <h2 id="command">Command</h2>
        <CopyButton text={parts.map(textOf).join(' ')} subject="command" />
      </div>
      <code className={classes.command}>
        {parts.map((part) => (
          <span
            key={`${part.kind} ${part.name}`}
            data-origin={part.origin.kind}
            data-open={part.openEnds.includes('topology')}
          >
            {textOf(part)}{' '}
          </span>
        ))}
      </code>
      <p className={classes.quiet}>
        {isOpenTo('box') && 'In brackets: the box fills it in from the topology or its own files, or leaves it out. '}
        {isOpenTo('topology') && 'Underlined with dashes: replaced or left out if the topology has such an extension. '}
        {parts.some(({ value }) => value.includes('$USER1$')) &&
          '$USER1$ is the standard plugin directory of the box. '}
      </p>
    </section>
  )
}

function textOf({ option, value, origin }: CommandPart): string {
  const text = [option, value].filter(Boolean).join(' ')
  return origin.kind === 'box' ? `[${text}]` : text
}

/** The effective check of a metric for a host. It is always loaded again, because every write can change it. */
const checkOf = (metric: string, host: string) =>
  queryOptions({
    // The key is below that of overrides, because the check changes whenever they do.
    ...queryOf([metricOverrides.kind, 'effective', metric, host], effectiveCheck, { query: { metric, host } }),
    enabled: metric !== '',
    staleTime: 0,
  })
