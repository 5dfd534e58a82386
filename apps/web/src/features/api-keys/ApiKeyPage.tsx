import { Button } from '@mantine/core'
import { expiryOf } from '@quatrain/contract/kit/key-limits.ts'
import { type ApiKey, apiKeys } from '@quatrain/contract/resources/api-key.ts'
import { useMemo } from 'react'
import { useConsoleContext, useMay } from '#kit/api/console-context.tsx'
import { ReadOnlyForm } from '#kit/form/ReadOnlyForm.tsx'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { useRecordForm } from '#kit/form/use-record-form.ts'
import { type Loaded, WithRecord } from '#kit/form/WithRecord.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { ObjectHead } from '#kit/page/ObjectHead.tsx'
import { Section } from '#kit/page/Section.tsx'
import { useRemembered } from '#kit/page/visits.ts'
import { paths } from '#lib/paths.ts'
import { Mark } from '#ui/Mark.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PageFrame, PageHead } from '#ui/PageFrame.tsx'
import { LabelledValue, NoValue, ValueText } from '#ui/ValueText.tsx'
import { apiKeyDefinition, storedKeyRules } from './api-key-form.ts'
import classes from './api-keys.module.css'
import { KeyLimitFields } from './KeyLimitFields.tsx'
import { RotateToken, useEndKey } from './key-writes.tsx'
import { RevokedMark } from './RevokedMark.tsx'
import { Token } from './Token.tsx'

export const ApiKeyPage = () => (
  <WithRecord resource={apiKeys} paths={paths.apiKeys}>
    {(loaded) => (
      <PageHead value={<Head apiKey={loaded.record} />}>
        <StoredKey key={loaded.record.id} {...loaded} />
      </PageHead>
    )}
  </WithRecord>
)

/** The super-tenant manages the keys for the Web API: a tenant only sees that there is one. */
function StoredKey(loaded: Loaded<typeof apiKeys>) {
  const { record: key } = loaded
  const isSuper = useConsoleContext().caller.deployment === 'super'
  const mayChange = useMay()('change', apiKeys) && (isSuper || key.used_by === 'poem')
  useRemembered(apiKeys, key.key)
  if (mayChange && !key.revoked) return <ChangeKey {...loaded} />
  return (
    <PageFrame title={mayChange ? 'Change API key' : 'API key details'} object={key.key} width="reading">
      {!mayChange && (
        <Notice kind="info" icon="lock">
          The console calls the Web API with this key. The super-tenant manages it, and its token is not shown here.
        </Notice>
      )}
      <ExpiryNotices apiKey={key} />
      <KeyFacts apiKey={key} />
      <ReadOnlyForm values={apiKeyDefinition.valuesOf(key)}>
        <KeyLimitFields />
      </ReadOnlyForm>
      {mayChange && <Credentials {...loaded} />}
      {mayChange && <ApiKeyActions {...loaded} />}
    </PageFrame>
  )
}

/** Only a key with an unmistakable name has a history. */
const Head = ({ apiKey: key }: { readonly apiKey: ApiKey }) =>
  key.key === key.name && (
    <ObjectHead
      resource={apiKeys}
      paths={paths.apiKeys}
      name={key.key}
      record={{}}
      states={key.revoked ? ['revoked'] : []}
    />
  )

/** The form of an active key. Its token, and what ends it, are written at once, each with its own confirmation. */
function ChangeKey(loaded: Loaded<typeof apiKeys>) {
  const { record, etag } = loaded
  const base = useMemo(() => ({ values: apiKeyDefinition.valuesOf(record), etag }), [record, etag])
  const title = 'Change API key'
  const form = useRecordForm(
    apiKeyDefinition,
    { title, base, record, draftName: `change.${record.key}` },
    storedKeyRules,
  )
  return (
    <RecordFormPage title={title} form={{ ...form, remove: undefined }} notice={<ExpiryNotices apiKey={record} />}>
      <KeyFacts apiKey={record} />
      <KeyLimitFields />
      <Credentials {...loaded} />
      <ApiKeyActions {...loaded} />
    </RecordFormPage>
  )
}

const Credentials = ({ record, etag }: Loaded<typeof apiKeys>) => (
  <Section title="Credentials" isGrid>
    <div className={classes.wide}>
      <Token name={record.key}>{!record.revoked && <RotateToken record={record} etag={etag} />}</Token>
    </div>
  </Section>
)

/** Revokes or deletes the key, which cannot be undone. */
function ApiKeyActions({ record, etag }: Loaded<typeof apiKeys>) {
  const end = useEndKey(record, etag)
  return (
    <div className={classes.actions}>
      {!record.revoked && (
        <>
          <Button variant="default" disabled={end.isBusy} onClick={() => end.run('change')}>
            Revoke
          </Button>
          <span>If the API key is revoked, clients cannot use it any more. (This cannot be undone.)</span>
        </>
      )}
      <Button variant="default" disabled={end.isBusy} onClick={() => end.run('delete')}>
        Delete
      </Button>
    </div>
  )
}

/** What happens to a key soon, or has happened: its expiry, and the end of its previous token. */
function ExpiryNotices({ apiKey: key }: { readonly apiKey: ApiKey }) {
  const { expires, previous_until: until, revoked } = key
  const now = new Date()
  const state = expiryOf(key, now)
  return (
    <>
      {state === 'soon' && expires !== null && (
        <Notice kind="warning">
          This key expires on <Moment iso={expires} />. Afterwards all requests with it are refused.
        </Notice>
      )}
      {state === 'expired' && (
        <Notice kind="bad">
          This key has expired: all requests with it are refused. Choose a later time to use it.
        </Notice>
      )}
      {!revoked && until !== null && new Date(until) > now && (
        <Notice kind="info">
          The token was replaced. The previous one is accepted until <Moment iso={until} />.
        </Notice>
      )}
    </>
  )
}

/** What cannot be changed about a key, and its last use. */
const KeyFacts = ({ apiKey: key }: { readonly apiKey: ApiKey }) => (
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
