import { Button, TagsInput } from '@mantine/core'
import {
  addWebhook,
  replaceWebhookSecret,
  type Webhook,
  webhookEvents,
  webhooks,
} from '@quatrain/contract/resources/webhook.ts'
import { useController } from 'react-hook-form'
import { Link } from 'react-router'
import { z } from 'zod'
import { call } from '#kit/api/call.ts'
import { showingSecret, writeOf } from '#kit/api/write.ts'
import { CheckboxField, TextField, useIsReadOnly, useProblem } from '#kit/fields/fields.tsx'
import { ChosenWords } from '#kit/fields/NetworksField.tsx'
import { contractRules, fieldOfText, type PlainValues, plainForm } from '#kit/form/form-rules.ts'
import form from '#kit/form/ResourceForm.module.css'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { Section } from '#kit/page/Section.tsx'
import { objectPages } from '#kit/resource/object-pages.tsx'
import { type DetailsProps, ReadOnlyPage } from '#kit/resource/read-pages.tsx'
import { useWriting } from '#kit/write/use-writing.ts'
import { paths } from '#lib/paths.ts'
import { tell } from '#ui/messages.ts'
import { Notice } from '#ui/Notice.tsx'
import { showSecret } from './NewSecret.tsx'
import classes from './webhooks.module.css'

type WebhookValues = PlainValues<typeof webhooks>

const { definition } = plainForm({
  resource: webhooks,
  paths: paths.webhooks,
  blank: { name: '', address: '', events: [], has_values: true, active: true },
  nameOf: ({ name }) => name.trim(),
})

const formValues = webhooks.document.extend({ id: z.int().optional() })

const webhookForm = {
  rules: {
    schema: contractRules(formValues, webhooks.add, webhooks.document.parse, fieldOfText),
    fieldOf: fieldOfText,
  },
  definition: {
    ...definition,
    writes: {
      ...definition.writes,
      add: ({ id: _, ...body }: WebhookValues) => showingSecret(writeOf(addWebhook, { body }), 'secret', showSecret),
    },
  },
}

const WebhookForm = (props: RecordFormProps<typeof webhooks, WebhookValues>) => {
  const { record, actions } = props
  return (
    <RecordFormPage
      {...props}
      form={useRecordForm(webhookForm.definition, props, webhookForm.rules)}
      actions={
        <>
          {record && (
            <Button component={Link} to={paths.webhookMessages(record.name)} variant="default">
              Messages
            </Button>
          )}
          {actions}
        </>
      }
    >
      {record?.paused_because && <Notice kind="bad">The console has paused it. {record.paused_because}</Notice>}
      <Fields />
      {record && <Secret webhook={record} />}
    </RecordFormPage>
  )
}

const Fields = () => (
  <div className={form.fields}>
    <TextField name="name" label="Name" isMono />
    <TextField
      name="address"
      label="Address"
      description="Where messages are sent, such as https://hooks.example.org/quatrain."
      isMono
    />
    <EventsField />
    <div className={form.main}>
      <CheckboxField
        name="has_values"
        label="With values"
        description="Messages contain the values that have changed. Without, they only name the fields."
      />
      <CheckboxField name="active" label="Active" description="While it is paused, it is told nothing." />
    </div>
  </div>
)

const suggestions = ['*.*', '*.delete', 'changerequest.*', ...webhookEvents]

function EventsField() {
  const { field } = useController<WebhookValues, 'events'>({ name: 'events' })
  const problem = useProblem('events')
  if (useIsReadOnly()) return <ChosenWords label="Events" words={field.value} emptyText="none" />
  return (
    <TagsInput
      {...field}
      label="Events"
      description="A kind and an action, such as report.change. Both can be *."
      placeholder={field.value.length === 0 ? 'Choose or type' : undefined}
      data={suggestions}
      limit={50}
      error={problem}
      acceptValueOnBlur
      clearable
      clearButtonProps={{ 'aria-label': 'Clear events' }}
    />
  )
}

const WebhookDetails = ({ values, ...props }: DetailsProps<typeof webhooks, WebhookValues>) => (
  <ReadOnlyPage {...props} values={values}>
    <Fields />
  </ReadOnlyPage>
)

export const webhookPages = objectPages({
  definition: webhookForm.definition,
  Form: WebhookForm,
  Details: WebhookDetails,
})

/** The secret is replaced in two steps, so that the receiver has time to learn the new one. */
function Secret({ webhook: { name, has_former_secret: hasFormer } }: { readonly webhook: Webhook }) {
  const replacing = useWriting({
    question: (step: 'replace' | 'drop') => (step === 'replace' ? replace : drop),
    mutationFn: (step) => call(replaceWebhookSecret, { params: { key: name }, body: { step } }),
    onSuccess: ({ secret }) =>
      secret === ''
        ? tell.success({ title: 'Changed', lines: ['The former secret signs no more'] })
        : showSecret(name, secret),
    doing: 'replacing the secret',
    gcTime: 0,
  })
  const button = (step: 'replace' | 'drop', label: string) => (
    <Button variant="default" disabled={replacing.isBusy} onClick={() => replacing.run(step)}>
      {label}
    </Button>
  )
  return (
    <Section title="Secret">
      <p>
        {hasFormer
          ? 'Messages are signed with the present secret and with the former one. Drop the former one as soon as the receiver has the new one.'
          : 'It signs the messages. After a replacement the former secret signs too, until you drop it.'}
      </p>
      <div className={classes.buttons}>
        {button('replace', 'Replace secret')}
        {hasFormer && button('drop', 'Drop former secret')}
      </div>
    </Section>
  )
}

const replace = {
  title: 'Replace secret',
  question: 'Are you sure you want to make a new secret? The present one signs too until it is dropped.',
  keep: 'Keep the secret',
}

const drop = {
  title: 'Drop former secret',
  question: 'Does the receiver have the new secret? Otherwise it refuses all messages from now on.',
  keep: 'Keep both',
  isDestructive: true,
}
