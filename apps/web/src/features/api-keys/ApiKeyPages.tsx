import { Button } from '@mantine/core'
import { type ApiKey, apiKeys } from '@quatrain/contract/resources/api-key.ts'
import { Link } from 'react-router'
import { useConsoleContext, useMay } from '#kit/api/console-context.tsx'
import { type Loaded, WithRecord } from '#kit/form/WithRecord.tsx'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { ResourceVersionPage } from '#kit/history/ResourceVersionPage.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { useRemembered } from '#kit/page/recent.ts'
import { paths } from '#lib/paths.ts'
import { Mark } from '#ui/Mark.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { LabelledValue, NoValue, ValueText } from '#ui/ValueText.tsx'
import { apiKeyVersions } from './api-key-form.ts'
import classes from './api-keys.module.css'
import { RevokedMark } from './RevokedMark.tsx'
import { Token } from './Token.tsx'
import { useEndKey } from './use-end-key.ts'

export const ApiKeyPage = () => (
  <WithRecord resource={apiKeys} paths={paths.apiKeys}>
    {(loaded) => <Details key={loaded.record.id} {...loaded} />}
  </WithRecord>
)

/** The super-tenant manages the keys for the Web API: a tenant only sees that there is one. */
function Details({ record: key, etag }: Loaded<typeof apiKeys>) {
  const isSuper = useConsoleContext().visitor.deployment === 'super'
  const mayChange = useMay()('change', apiKeys) && (isSuper || key.used_by === 'poem')
  useRemembered(apiKeys, key.key)
  return (
    <PageFrame
      title={mayChange ? 'Change API key' : 'API key details'}
      object={key.key}
      width="reading"
      actions={
        key.key === key.name && (
          <Button component={Link} to={paths.apiKeys.history(key.key)} variant="default">
            History
          </Button>
        )
      }
    >
      {!mayChange && (
        <Notice kind="info" icon="lock">
          The console calls the Web API with this key. The super-tenant manages it, and its token is not shown here.
        </Notice>
      )}
      <section className={classes.section}>
        <h2>Basic info</h2>
        <ValueText label="Name" value={key.name} isMono />
        <LabelledValue label="Used by">
          <Mark tone={key.used_by === 'poem' ? 'good' : 'plain'}>{key.used_by}</Mark>
        </LabelledValue>
        {key.used_by === 'webapi' && <ValueText label="Tenant" value={key.tenant} />}
        <LabelledValue label="Created">
          <Moment iso={key.created} />
        </LabelledValue>
        <LabelledValue label="Revoked">
          <RevokedMark isRevoked={key.revoked} />
        </LabelledValue>
      </section>
      {key.used_by === 'poem' && <LastUse of={key} />}
      {mayChange && (
        <section className={classes.section}>
          <h2>Credentials</h2>
          <div className={classes.wide}>
            <Token name={key.key} />
          </div>
        </section>
      )}
      {mayChange && <ApiKeyActions record={key} etag={etag} />}
    </PageFrame>
  )
}

/** The use of keys for the Web API is unknown, because they do not open the console. */
const LastUse = ({ of: { last_used_at: at, last_used_by: by } }: { readonly of: ApiKey }) => (
  <section className={classes.section}>
    <h2>Last use</h2>
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
  </section>
)

export const ApiKeyHistoryPage = () => <ResourceHistoryPage resource={apiKeys} paths={paths.apiKeys} />

export const ApiKeyComparePage = () => <ResourceComparePage resource={apiKeys} paths={paths.apiKeys} />

/** One version of a key. Versions cannot be restored. */
export const ApiKeyVersionPage = () => (
  <ResourceVersionPage definition={apiKeyVersions}>
    {({ title, object, values, actions, notice }) => (
      <PageFrame title={title} object={object} width="reading" actions={actions}>
        {notice}
        <ValueText label="Name" value={values.name} isMono />
        <ValueText label="Used by" value={values.used_by} />
        <LabelledValue label="Revoked">
          <RevokedMark isRevoked={values.revoked} />
        </LabelledValue>
      </PageFrame>
    )}
  </ResourceVersionPage>
)

interface Props {
  readonly record: ApiKey
  readonly etag: string | undefined
}

/** Revokes or deletes the key, which cannot be undone. */
function ApiKeyActions({ record, etag }: Props) {
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
