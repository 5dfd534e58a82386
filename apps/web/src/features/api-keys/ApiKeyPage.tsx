import { type ApiKey, apiKeys } from '@quatrain/contract/resources/api-key.ts'
import { useMemo } from 'react'
import { useConsoleContext, useMay } from '#kit/api/console-context.tsx'
import { ReadOnlyForm } from '#kit/form/ReadOnlyForm.tsx'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { useRecordForm } from '#kit/form/use-record-form.ts'
import { type Loaded, WithRecord } from '#kit/form/WithRecord.tsx'
import { ObjectHead } from '#kit/page/ObjectHead.tsx'
import { useRemembered } from '#kit/page/recent.ts'
import { Section } from '#kit/page/Section.tsx'
import { paths } from '#lib/paths.ts'
import { Notice } from '#ui/Notice.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { PageHead } from '#ui/page-head.ts'
import { ApiKeyActions } from './ApiKeyActions.tsx'
import { apiKeyDefinition, storedKeyRules } from './api-key-form.ts'
import classes from './api-keys.module.css'
import { ExpiryNotices } from './ExpiryNotices.tsx'
import { KeyFacts } from './KeyFacts.tsx'
import { KeyLimitFields } from './KeyLimitFields.tsx'
import { RotateToken } from './RotateToken.tsx'
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
  const isSuper = useConsoleContext().visitor.deployment === 'super'
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

const Credentials = ({ record, etag }: Pick<Loaded<typeof apiKeys>, 'record' | 'etag'>) => (
  <Section title="Credentials" isGrid>
    <div className={classes.wide}>
      <Token name={record.key}>{!record.revoked && <RotateToken record={record} etag={etag} />}</Token>
    </div>
  </Section>
)
