import { Notice } from '#ui/Notice.tsx'

/** What is written here is not kept from anybody who can read it. */
export const SecretsNotice = () => (
  <Notice kind="warning" icon="lock">
    <p>
      No passwords, tokens or other secrets belong here: values are stored as they are, stay in the history, and are
      sent to every monitoring box.
    </p>
    <p>
      Refer to a secret by the name that the box knows it under, as <code className="mono">$NAME</code>, or by the path
      of its file.
    </p>
  </Notice>
)
