import { Notice } from '#ui/Notice.tsx'

/** What is written here is not kept from anybody who can read it. */
export const SecretsNotice = () => (
  <Notice kind="warning" icon="lock">
    <p>
      No passwords, tokens or other secrets belong here: values are stored as they are, stay in the history, and are
      sent to every monitoring box.
    </p>
    <p>
      Boxes have a secrets file. From it they read each attribute whose name ends in{' '}
      <span className="mono">_TOKEN</span>, <span className="mono">_PASSWORD</span>,{' '}
      <span className="mono">_SECRET</span>, <span className="mono">_USERNAME</span> or the like, under its own name:{' '}
      <span className="mono">argo.api_TOKEN</span> is <code className="mono">$ARGO_API_TOKEN</code> there. Such an
      attribute needs no row here.
    </p>
    <ul>
      <li>
        Host attributes: where a host needs another secret, refer to it as <code className="mono">$NAME</code>.
      </li>
      <li>
        Global attributes: <code className="mono">$NAME</code> does not work. A global value keeps boxes from reading
        the secrets file for that attribute.
      </li>
      <li>Both: the path of a file of the box, for probes that read their secret from a file.</li>
    </ul>
  </Notice>
)
