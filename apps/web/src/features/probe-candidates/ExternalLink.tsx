import { isWebAddress } from '@quatrain/contract/kit/web-address.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { LabelledValue, ValueText } from '#ui/ValueText.tsx'
import classes from './probe-candidates.module.css'

/** An address that somebody else gave, in the place of a field: a link only where it leads to a page. */
export const ExternalLink = ({ label, url }: { readonly label: string; readonly url: string }) =>
  isWebAddress(url, { localhost: true }) ? (
    <LabelledValue label={label}>
      <a href={url} target="_blank" rel="noreferrer" className={classes.address}>
        {url}
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
      <CopyButton text={url} what={label.toLowerCase()} />
    </LabelledValue>
  ) : (
    <ValueText label={label} value={url} />
  )
