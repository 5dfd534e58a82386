import { CardTable } from '#ui/CardTable.tsx'
import prose from '#ui/prose.module.css'
import table from '#ui/table.module.css'
import classes from './CookiePolicies.module.css'

const cookies = [
  ['sessionid', 'Keeps you logged in. On HTTPS it is named __Host-sessionid.', 'Until you log out or the session ends'],
  [
    'csrftoken',
    'Proves that a change was asked for by this console and not by another site.',
    'Until the browser is closed',
  ],
  [
    'signon',
    'Recognizes this browser between the steps of a login with an identity provider or a passkey.',
    'Ten minutes',
  ],
] as const

const entries = [
  ['quatrain.colour-scheme', 'Light or dark colours, once you have chosen', 'Until you clear it'],
  ['quatrain.draft.…', 'What you typed into a form and have not saved', 'Until saved or discarded, at most 30 days'],
  ['quatrain.way-back', 'The page you came for, while you log in', 'Until you are logged in'],
  ['quatrain.recent.…', 'The objects you opened last, for the home page', 'Until you log out'],
  ['quatrain.signed-in', 'That you logged in here last time, to start faster', 'Until you log out'],
  [
    'quatrain.frame',
    'The name of the console and the kind of its navigation, to show them before the page is loaded',
    'Until you clear it',
  ],
  [
    'quatrain.…',
    'How you like pages: rows, columns and first views of lists, compact rows, folded navigation, time zone; whether single keys are shortcuts',
    'Until you clear it',
  ],
] as const

const windowEntries = [
  ['quatrain.former-user', 'Who was logged in here before somebody else was, to say so', 'Until it was said'],
  ['quatrain.reloaded', 'That the page was loaded again after an update of the console', 'Until the window is closed'],
] as const

/** What this site stores in a browser, why, and how long. */
export function CookiePolicies() {
  return (
    <div className={prose.text}>
      <p>
        {window.location.host} uses three cookies and some entries of the browser's local and session storage. All of
        them are first-party and necessary, and none tracks you: there are no third-party cookies and no statistics.
      </p>
      <h2>Cookies</h2>
      <StoredItems head={['Cookie', 'Purpose', 'Kept']} rows={cookies} label="Cookies" />
      <h2>Local storage</h2>
      <p>Local storage is never sent to the server.</p>
      <StoredItems head={['Entry', 'Purpose', 'Kept']} rows={entries} label="Local storage" />
      <h2>Session storage</h2>
      <p>Session storage is like local storage, for one window of the browser.</p>
      <StoredItems head={['Entry', 'Purpose', 'Kept']} rows={windowEntries} label="Session storage" />
      <h2>How to delete them</h2>
      <p>
        Your browser's settings can delete and refuse both for this site. Without the cookies nobody can log in; the
        public pages work all the same.
      </p>
    </div>
  )
}

interface Props {
  readonly label: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly [string, string, string])[]
}

const StoredItems = ({ label, head, rows }: Props) => (
  <div className={table.scroll}>
    <CardTable caption={label} headings={head} className={classes.table}>
      {rows.map(([name, purpose, retention]) => (
        <tr key={name}>
          <td className="mono">{name}</td>
          <td>{purpose}</td>
          <td>{retention}</td>
        </tr>
      ))}
    </CardTable>
  </div>
)
