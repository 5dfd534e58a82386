import { paths } from '#lib/paths.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import prose from '#ui/prose.module.css'

/** What people need to know to work with the console; what programs need is described where they ask. */
export const DocumentationPage = () => (
  <PageFrame title="Documentation" width="reading">
    <div className={prose.text}>
      <p>
        Quatrain keeps the configuration of a monitoring platform. Monitoring boxes fetch it with a key, so a change
        that is saved here is what they run from their next visit on.
      </p>
      <p>
        What programs can read and write is described in the <a href={paths.apiReference}>API reference</a>.
      </p>

      <h2>What there is</h2>
      <ul>
        <li>
          A <strong>probe</strong> is a program that checks services. It is installed from a <strong>package</strong>,
          which comes from a <strong>YUM repo</strong> for each operating system.
        </li>
        <li>
          A <strong>metric template</strong> says how a probe is called: its executable, parameters and schedule. The
          super-tenant keeps probes, packages and templates for all tenants.
        </li>
        <li>
          A <strong>metric</strong> is a template with the configuration of one tenant. Metrics come into a tenant when
          a metric profile names them, or by importing them, and go when no profile names them any more.
        </li>
        <li>
          A <strong>metric profile</strong> says which metrics run on which services.
        </li>
        <li>
          A <strong>metric configuration override</strong> gives some hosts other attributes or parameters.
        </li>
      </ul>

      <h2>Who may do what</h2>
      <p>
        Everybody who can log in may read. A member of a group may change what belongs to the group; administrators may
        change everything of their tenant. The menu of your name at the top shows your groups. A page that you may read
        but not change says so at its top.
      </p>
      <p>Visitors who are not logged in see the public pages, which name no people and hold no keys.</p>

      <h2>Saving</h2>
      <p>
        Before anything is written, a dialog shows what will change, also in other objects and in other tenants. When
        the change would now touch something else than the dialog showed, it is not made, and you are asked again.
      </p>
      <p>
        If somebody else has saved the same object meanwhile, nothing is overwritten: you see both changes side by side
        and choose. What you type is kept in your browser until it is saved or discarded, also when your session ends.
      </p>

      <h2>Taking a change back</h2>
      <p>
        The message after a save has an Undo button. Later, the history of an object shows every version with who made
        it, when and why; two versions can be compared, and any of them can be restored. A deleted object still has its
        history, and restoring a version adds it again.
      </p>

      <h2>Lists</h2>
      <p>
        Every column can be filtered. The address of a list holds its filters, sorting and page, so a link to it shows
        others the same. Rows that are selected can be changed or deleted together where a list offers it, and every
        list can be downloaded as comma-separated values.
      </p>
      <p>
        Rows of a table in a form can be pasted from a spreadsheet. Ctrl+K searches through everything by name, and the
        question mark shows all keyboard shortcuts.
      </p>

      <h2>Versions of packages and templates</h2>
      <p>
        A version of a probe is a version of its package. Saving a template for another version of its probe makes a new
        version of the template, and leaves tenants where they are: they move when they move their metrics to another
        version of the package. Saving a template for the version that it has changes the metrics of every tenant on
        that version at once; the dialog names them.
      </p>

      <h2>Keys</h2>
      <p>
        Monitoring boxes and other programs use keys, which administrators make and revoke under API keys. A key is
        shown to administrators only, and each look at it is recorded. A revoked key stops working at once.
      </p>
    </div>
  </PageFrame>
)
