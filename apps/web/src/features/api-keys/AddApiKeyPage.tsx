import { Checkbox } from '@mantine/core'
import { apiKeys } from '@quatrain/contract/resources/api-key.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import { useConsoleContext, useMay } from '#kit/api/console-context.tsx'
import { TextField } from '#kit/fields/TextField.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { ResourceForm } from '#kit/form/ResourceForm.tsx'
import { useResourceForm } from '#kit/form/use-resource-form.ts'
import { NotAllowed } from '#kit/page/NotAllowed.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { type ApiKeyValues, apiKeyDefinition, apiKeySchema, blankValues } from './api-key-form.ts'
import classes from './api-keys.module.css'

const base = { values: blankValues }

export function AddApiKeyPage() {
  if (!useMay()('add', apiKeys)) return <NotAllowed action="add" resource={apiKeys} />
  return <AddApiKeyForm />
}

function AddApiKeyForm() {
  const isSuper = useConsoleContext().visitor.deployment === 'super'
  const state = useResourceForm({
    definition: apiKeyDefinition,
    stored: undefined,
    draftName: 'add',
    base,
    schema: apiKeySchema,
  })
  return (
    <PageFrame title="Add API key" width="reading">
      <ResourceForm form={state}>
        <div className={form.fields}>
          <TextField
            name="name"
            label="Name"
            description="A free-form unique identifier of the client. 50 characters max."
            isMono
          />
        </div>
        {isSuper && <WebApiBox />}
        <div className={classes.section}>
          <h2>Credentials</h2>
          <div className={classes.wide}>
            <Notice kind="info">
              If token field is <strong>left empty</strong>, value will be automatically generated on save.
            </Notice>
          </div>
        </div>
        <div className={form.fields}>
          <TextField
            name="token"
            label="Token (optional)"
            description="A public, unique identifier for this API key."
            isMono
          />
        </div>
      </ResourceForm>
    </PageFrame>
  )
}

/** Keys of the two kinds are named by different rules. */
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
