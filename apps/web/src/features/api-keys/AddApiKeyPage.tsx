import { Checkbox } from '@mantine/core'
import type { apiKeys } from '@quatrain/contract/resources/api-key.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { TextField } from '#kit/fields/TextField.tsx'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { Section } from '#kit/page/Section.tsx'
import { AddPage } from '#kit/resource/NewRecordPages.tsx'
import { Notice } from '#ui/Notice.tsx'
import { type ApiKeyValues, apiKeyDefinition, newKeyRules } from './api-key-form.ts'
import classes from './api-keys.module.css'
import { KeyLimitFields } from './KeyLimitFields.tsx'

export const AddApiKeyPage = () => <AddPage definition={apiKeyDefinition} Form={AddApiKeyForm} />

function AddApiKeyForm(props: RecordFormProps<typeof apiKeys, ApiKeyValues>) {
  const isSuper = useConsoleContext().visitor.deployment === 'super'
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
        <TextField
          name="token"
          label="Token (optional)"
          description="A public, unique identifier for this API key."
          isMono
        />
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
      description="Mark this checkbox if the key being saved is going to be used for web API authentication."
      checked={usedBy === 'webapi'}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  )
}
