import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { addOwnKey, newUserKey, rotateOwnKey, type UserKey } from '@quatrain/contract/accounts/user-keys.ts'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { z } from 'zod'
import { isApiError } from '#kit/api/api-error.ts'
import { call } from '#kit/api/call.ts'
import { ExpiryField } from '#kit/fields/ExpiryField.tsx'
import { CheckboxField, TextField } from '#kit/fields/fields.tsx'
import { NetworksField } from '#kit/fields/NetworksField.tsx'
import { OverlapFields, useOverlap } from '#kit/fields/OverlapFields.tsx'
import { contractRules, fieldOfText } from '#kit/form/form-rules.ts'
import { useWriting } from '#kit/write/use-writing.ts'
import { Dialog } from '#ui/dialogs.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { CopyButton } from '#ui/ValueText.tsx'
import classes from './profile.module.css'
import type { KeyWithToken } from './profile.queries.ts'

const formValues = z.object({
  name: z.string(),
  read_only: z.boolean(),
  expires: z.string().nullable(),
  networks: z.array(z.string()),
})

type Values = z.output<typeof formValues>

const blank: Values = { name: '', read_only: false, expires: null, networks: [] }

const schema = contractRules(formValues, newUserKey, (values) => values, fieldOfText)

interface Closing {
  /** Receives the key with its token after it was stored. */
  readonly close: (newKey?: KeyWithToken) => void
}

export function AddKeyDialog({ close }: Closing) {
  const [failure, setFailure] = useState<Error>()
  const methods = useForm<Values>({ defaultValues: blank, resolver: zodResolver(schema), mode: 'onTouched' })
  const adding = useWriting({
    gcTime: 0,
    mutationFn: (body: Values) => call(addOwnKey, { body }),
    onSuccess: close,
    onError(error) {
      const fields = Object.entries(isApiError(error) ? error.fields : {})
      const fieldsWithErrors = formValues
        .keyof()
        .options.filter((name) => fields.some(([path]) => fieldOfText(path) === name))
      for (const name of fieldsWithErrors) {
        const message = fields.find(([path]) => fieldOfText(path) === name)?.[1]
        methods.setError(name, { message: message ?? '' })
      }
      setFailure(fieldsWithErrors.length === 0 ? error : undefined)
    },
  })
  return (
    <FormProvider {...methods}>
      <FormDialog
        title="Add key"
        submit="Add key"
        isBusy={adding.isBusy}
        failure={failure}
        onSubmit={() => void methods.handleSubmit(adding.run)()}
        onCancel={() => close()}
      >
        <TextField name="name" label="Name" description="What uses the key, such as deploy or nightly-report." />
        <CheckboxField name="read_only" label="Read-only" description="The key can read, and changes nothing." />
        <ExpiryField />
        <NetworksField />
      </FormDialog>
    </FormProvider>
  )
}

export function ReplaceTokenDialog({ userKey: { id, name }, close }: Closing & { readonly userKey: UserKey }) {
  const [failure, setFailure] = useState<Error>()
  const overlap = useOverlap()
  const { previous_until, problem } = overlap
  const replacing = useWriting({
    gcTime: 0,
    mutationFn: () => call(rotateOwnKey, { params: { id }, body: { previous_until } }),
    onSuccess: close,
    onError: setFailure,
  })
  return (
    <FormDialog
      title={`Replace token of ${name}`}
      submit="Replace token"
      cancel="Keep the token"
      isDisabled={problem !== undefined}
      isBusy={replacing.isBusy}
      failure={failure}
      onSubmit={() => replacing.run()}
      onCancel={() => close()}
    >
      <OverlapFields overlap={overlap} />
    </FormDialog>
  )
}

/** The token of a key, which only the user has from now on. */
export const TokenDialog = ({
  newKey: { name, token },
  close,
}: {
  readonly newKey: KeyWithToken
  readonly close: () => void
}) => (
  <Dialog
    title={`Token of ${name}`}
    onDismiss={close}
    actions={
      <Button data-autofocus onClick={close}>
        I have stored it
      </Button>
    }
  >
    <p className={classes.shownOnce}>
      Store it where only the script can read it: it is shown once. Anybody who has it can act as you. The script sends
      it in the header <code className="mono">x-api-key</code>.
    </p>
    <div className={classes.secret}>
      <code className="mono">{token}</code>
      <CopyButton text={token} subject="token" />
    </div>
  </Dialog>
)
