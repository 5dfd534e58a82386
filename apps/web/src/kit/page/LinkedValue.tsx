import { Link } from 'react-router'
import { CopyButton, LabelledValue, ValueText } from '#ui/ValueText.tsx'

interface Props {
  readonly label: string
  readonly value: string
  /** Its address, if it has one. */
  readonly to: string | undefined
}

/** The name of another object as a value, with a link to it. */
export const LinkedValue = ({ label, value, to }: Props) =>
  to === undefined || value === '' ? (
    <ValueText label={label} value={value} isMono />
  ) : (
    <LabelledValue label={label}>
      <Link to={to} className="mono">
        {value}
      </Link>
      <CopyButton text={value} subject={label.toLowerCase()} />
    </LabelledValue>
  )
