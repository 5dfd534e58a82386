import type { Partners } from '@quatrain/contract/console/options.ts'
import classes from './PartnersFoot.module.css'

/** Names who develops and funds this installation (specification part 1, section 2); renders nothing if no partner is configured. */
export function PartnersFoot({ sentence, partners }: Partners) {
  if (sentence === '' && partners.length === 0) return null
  return (
    <div className={classes.foot}>
      {partners.map(({ name, url, logo }) => (
        <a key={name} href={url} target="_blank" rel="noreferrer">
          <img src={logo} alt={name} className={classes.logo} />
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      ))}
      {sentence !== '' && <p>{sentence}</p>}
    </div>
  )
}
