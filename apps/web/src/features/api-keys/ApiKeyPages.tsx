import { Checkbox } from '@mantine/core'
import { apiKeys } from '@quatrain/contract/resources/api-key.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { TextField } from '#kit/fields/fields.tsx'
import { ReadOnlyForm } from '#kit/form/ReadOnlyForm.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { ResourceVersionPage } from '#kit/history/ResourceVersionPage.tsx'
import { Moment } from '#kit/page/Moment.tsx'
import { Section } from '#kit/page/Section.tsx'
import { AddPage } from '#kit/resource/object-pages.tsx'
import { versionsPages } from '#kit/resource/read-pages.tsx'
import { paths } from '#lib/paths.ts'
import { Notice } from '#ui/Notice.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { LabelledValue, ValueText } from '#ui/ValueText.tsx'
import { type ApiKeyValues, apiKeyDefinition, apiKeyVersions, newKeyRules } from './api-key-form.ts'
import classes from './api-keys.module.css'
import { KeyLimitFields } from './KeyLimitFields.tsx'
import { RevokedMark } from './RevokedMark.tsx'

/** One version of a key. Versions cannot be restored. */
const ApiKeyVersionPage = () => (
  <ResourceVersionPage definition={apiKeyVersions} whyNotRestored="Its token is gone: add another key.">
    {({ title, object, values, actions, notice }) => (
      <PageFrame title={title} object={object} width="reading" actions={actions}>
        {notice}
        <ValueText label="Name" value={values.name} isMono />
        <ValueText label="Used by" value={values.used_by} />
        <LabelledValue label="Revoked">
          <RevokedMark isRevoked={values.revoked} />
        </LabelledValue>
        <ReadOnlyForm values={values}>
          <KeyLimitFields />
        </ReadOnlyForm>
        {values.rotated !== null && (
          <LabelledValue label="Token replaced">
            <Moment iso={values.rotated} />
          </LabelledValue>
        )}
        {values.previous_until !== null && (
          <LabelledValue label="Previous token accepted until">
            <Moment iso={values.previous_until} />
          </LabelledValue>
        )}
      </PageFrame>
    )}
  </ResourceVersionPage>
)

export const apiKeyPages = {
  add: <AddPage definition={apiKeyDefinition} Form={AddApiKeyForm} />,
  ...versionsPages({ resource: apiKeys, paths: paths.apiKeys, isRestorable: false }),
  version: <ApiKeyVersionPage />,
}

function AddApiKeyForm(props: RecordFormProps<typeof apiKeys, ApiKeyValues>) {
  const isSuper = useConsoleContext().caller.deployment === 'super'
  return (
    <RecordFormPage {...props} form={useRecordForm(apiKeyDefinition, props, newKeyRules)}>
      <div className={form.fields}>
        <TextField
          name="name"
          label="Name"
          description="A free-form unique identifier of the client. 50 characters max."
          isMono
        />
      </div>
      {isSuper && <WebApiBox />}
      <KeyLimitFields />
      <Section title="Credentials" isGrid>
        <div className={classes.wide}>
          <Notice kind="info">
            If token field is <strong>left empty</strong>, value will be automatically generated on save.
          </Notice>
        </div>
      </Section>
      <div className={form.fields}>
        <TextField name="token" label="Token (optional)" description="Clients send it with each request." isMono />
      </div>
    </RecordFormPage>
  )
}

/** The two kinds of keys have different rules for names. */
function WebApiBox() {
  const usedBy = useWatch<ApiKeyValues, 'used_by'>({ name: 'used_by' })
  const { setValue, getFieldState, trigger } = useFormContext<ApiKeyValues>()
  const change = (isOn: boolean) => {
    setValue('used_by', isOn ? 'webapi' : 'poem', { shouldDirty: true })
    if (getFieldState('name').isTouched) void trigger('name')
  }
  return (
    <Checkbox
      label="Web API key"
      description="The console calls the Web API with this key."
      checked={usedBy === 'webapi'}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  )
}
