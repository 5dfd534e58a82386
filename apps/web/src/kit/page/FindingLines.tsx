import type { Finding } from '@quatrain/contract/findings/finding.ts'
import { findingKey, type Severity } from '@quatrain/contract/findings/rule.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { findingsQuery } from '#kit/api/findings.ts'
import { kindOf } from '#lib/kinds.ts'
import { counted } from '#lib/words.ts'
import { Mark, type Tone } from '#ui/Mark.tsx'
import classes from './FindingLines.module.css'

const tones: Readonly<Record<Severity, Tone>> = { error: 'bad', warning: 'warn', hint: 'plain' }

export const SeverityMark = ({ severity }: { readonly severity: Severity }) => (
  <Mark tone={tones[severity]}>{severity}</Mark>
)

/** The form of the object with the change that mends a finding; undefined if people have to decide, or it has no form. */
export function addressOfFix({ isFixable, rule, kind, name, about }: Finding): string | undefined {
  const paths = kindOf(kind)?.paths
  return isFixable && paths ? `${paths.details(name)}?${new URLSearchParams({ fix: rule, about })}` : undefined
}

interface Props {
  readonly findings: readonly Finding[]
  /** Whether the form is open already. */
  readonly isInForm?: boolean
  /** Whether they are about several objects. */
  readonly isNamed?: boolean
}

/** What is wrong in one object, one line each. */
export const FindingLines = ({ findings, isInForm = false, isNamed = false }: Props) => (
  <ul className={classes.lines}>
    {findings.map((finding) => {
      const fix = isInForm || isNamed ? undefined : addressOfFix(finding)
      return (
        <li key={findingKey(finding)}>
          <SeverityMark severity={finding.severity} /> {isNamed && <strong>{finding.name}: </strong>}
          {finding.says} {fix && <Link to={fix}>Fix</Link>}
        </li>
      )
    })}
  </ul>
)

/** What is wrong in an object, if anything is. */
export function ObjectFindings(object: { readonly kind: string; readonly name: string }) {
  const { data } = useQuery({ ...findingsQuery(object), retry: false })
  const open = data?.findings.filter(({ suppressed }) => suppressed === null) ?? []
  if (open.length === 0) return null
  return (
    <details>
      <summary>{counted(open.length, 'finding')}</summary>
      <FindingLines findings={open} />
    </details>
  )
}
