import { isWebAddress } from '@quatrain/contract/kit/web-address.ts'
import { CopyButton } from './CopyButton.tsx'
import { LabelledValue, ValueText } from './ValueText.tsx'

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
