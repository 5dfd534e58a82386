import type { Finding } from '@quatrain/contract/findings/finding.ts'
import { findingKey, type Severity } from '@quatrain/contract/findings/rule.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { findingsQuery } from '#kit/api/findings.ts'
import { kindOf } from '#lib/kinds.ts'
import { paths } from '#lib/paths.ts'
import { counted } from '#lib/words.ts'
import { Mark, type Tone } from '#ui/Mark.tsx'
import classes from './FindingLines.module.css'

const tones: Readonly<Record<Severity, Tone>> = { error: 'bad', warning: 'warn', hint: 'plain' }

export const SeverityMark = ({ severity }: { readonly severity: Severity }) => (
  <Mark tone={tones[severity]}>{severity}</Mark>
)

/** The form of the object with the change that mends a finding; undefined if people have to decide, or it has no form. */
export function addressOfFix({ isFixable, rule, kind, name, about }: Finding): string | undefined {
  const pathsOfKind = kindOf(kind)?.paths
  return isFixable && pathsOfKind
    ? `${pathsOfKind.details(name)}?${new URLSearchParams({ fix: rule, about })}`
    : undefined
}

interface Props {
  readonly findings: readonly Finding[]
  /** Whether they are about several objects. */
  readonly isNamed?: boolean
}

/** What is wrong, one line each. */
export const FindingLines = ({ findings, isNamed = false }: Props) => (
  <ul className={classes.lines}>
    {findings.map((finding) => (
      <li key={findingKey(finding)}>
        <SeverityMark severity={finding.severity} /> {isNamed && <strong>{finding.name}: </strong>}
        {finding.says}
      </li>
    ))}
  </ul>
)

/** Among the facts of an object: how many findings it has, with the worst severity, if it has any. */
export function ObjectFindings(object: { readonly kind: string; readonly name: string }) {
  const { data } = useQuery({ ...findingsQuery(object), retry: false })
  const [worst, ...lesserFindings] = data?.findings.filter(({ suppressed }) => suppressed === null) ?? []
  if (!worst) return null
  return (
    <span>
      <Link to={`${paths.findings}?${new URLSearchParams({ name: object.name })}`}>
        {counted(lesserFindings.length + 1, 'finding')}
      </Link>{' '}
      <SeverityMark severity={worst.severity} />
    </span>
  )
}
