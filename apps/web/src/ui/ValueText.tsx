import { ActionIcon } from '@mantine/core'
import { isWebAddress } from '@quatrain/contract/kit/web-address.ts'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Icon } from './Icon.tsx'
import classes from './ValueText.module.css'

/** Copies a text and confirms it, in the button and to assistive technology. */
export function CopyButton({ text, subject }: { readonly text: string; readonly subject: string }) {
  const [isCopied, setCopied] = useState(false)
  // Browsers allow access to the clipboard only with HTTPS and on localhost.
  if (!navigator.clipboard || text === '') return null
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <ActionIcon variant="subtle" color="gray" size={24} aria-label={`Copy ${subject}`} onClick={() => void copy()}>
      <Icon name={isCopied ? 'check' : 'copy'} size={15} />
      <span className="visually-hidden" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </ActionIcon>
  )
}

interface Props {
  readonly label: string
  readonly value: string
  readonly isMono?: boolean
  readonly note?: string | undefined
}

/** A value that can be read and copied, instead of a field. */
export function ValueText({ label, value, isMono = false, note }: Props) {
  return (
    <LabelledValue label={label}>
      <div className={classes.copied}>
        <span className={isMono ? 'mono' : undefined}>{value === '' ? <NoValue /> : value}</span>
        <CopyButton text={value} subject={label.toLowerCase()} />
      </div>
      {note !== undefined && <p>{note}</p>}
    </LabelledValue>
  )
}

/** Shows a value with its label that is more than a text. */
export const LabelledValue = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <dl className={classes.value}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </dl>
)

export const NoValue = () => <em className={classes.none}>none</em>

/** An address that a user has typed, shown as a value: a link only if it is the address of a web page. */
export const ExternalLink = ({ label, url }: { readonly label: string; readonly url: string }) =>
  isWebAddress(url, { localhost: true }) ? (
    <LabelledValue label={label}>
      <a href={url} target="_blank" rel="noreferrer">
        {url}
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
      <CopyButton text={url} subject={label.toLowerCase()} />
    </LabelledValue>
  ) : (
    <ValueText label={label} value={url} />
  )

interface LinkedProps {
  readonly label: string
  readonly value: string
  /** Its address, if it has one. */
  readonly to: string | undefined
}

/** The name of another object as a value, with a link to it. */
export const LinkedValue = ({ label, value, to }: LinkedProps) =>
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
