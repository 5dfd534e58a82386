import type { ApiKey } from '@quatrain/contract/resources/api-key.ts'
import { Moment } from '#kit/page/Moment.tsx'
import { Section } from '#kit/page/Section.tsx'
import { Mark } from '#ui/Mark.tsx'
import { LabelledValue, NoValue, ValueText } from '#ui/ValueText.tsx'
import classes from './api-keys.module.css'
import { RevokedMark } from './RevokedMark.tsx'

/** What cannot be changed about a key, and its last use. */
export const KeyFacts = ({ apiKey: key }: { readonly apiKey: ApiKey }) => (
  <>
    <Section title="Basic info" isGrid>
      <ValueText label="Name" value={key.name} isMono />
      <LabelledValue label="Used by">
        <Mark tone={key.used_by === 'poem' ? 'good' : 'plain'}>{key.used_by}</Mark>
      </LabelledValue>
      {key.used_by === 'webapi' && <ValueText label="Tenant" value={key.tenant} />}
      <LabelledValue label="Created">
        <Moment iso={key.created} />
      </LabelledValue>
      {key.rotated !== null && (
        <LabelledValue label="Token replaced">
          <Moment iso={key.rotated} />
        </LabelledValue>
      )}
      <LabelledValue label="Revoked">
        <RevokedMark isRevoked={key.revoked} />
      </LabelledValue>
    </Section>
    {key.used_by === 'poem' && <LastUse apiKey={key} />}
  </>
)

/** The use of keys for the Web API is unknown, because they do not open the console. */
const LastUse = ({ apiKey: { last_used_at: at, last_used_by: by } }: { readonly apiKey: ApiKey }) => (
  <Section title="Last use" isGrid>
    {at === null ? (
      <p className={classes.wide}>It has never been used.</p>
    ) : (
      <>
        <LabelledValue label="Time">
          <Moment iso={at} />
        </LabelledValue>
        <LabelledValue label="Address">{by === '' ? <NoValue /> : <span className="mono">{by}</span>}</LabelledValue>
      </>
    )}
  </Section>
)
