import { CookiePolicies } from '#features/session/CookiePolicies.tsx'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { paths } from '#lib/paths.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import prose from '#ui/prose.module.css'

/** The manual for users; the API reference is for programs. */
export const DocumentationPage = () => (
  <PageFrame title="Documentation" width="reading">
    <div className={prose.text}>
      <p>
        Quatrain manages the configuration of a monitoring platform. Monitoring boxes fetch it with a key, so a saved
        change applies from their next poll on.
      </p>
      <p>
        The interfaces for programs are described in the <a href={paths.apiReference}>API reference</a>.
      </p>

      <h2>Objects</h2>
      <ul>
        <li>
          A <strong>probe</strong> is a program that checks services. It is installed from a <strong>package</strong>,
          which comes from a <strong>YUM repo</strong> for each operating system.
        </li>
        <li>
          A <strong>metric template</strong> says how a probe is called: its executable, parameters and schedule. The
          super-tenant manages probes, packages and templates for all tenants.
        </li>
        <li>
          A <strong>metric</strong> is a template with the configuration of one tenant. Metrics are added when a metric
          profile contains them or by an import, and removed when no profile contains them any more.
        </li>
        <li>
          A <strong>metric profile</strong> says which metrics are checked for which service types.
        </li>
        <li>
          A <strong>metric configuration override</strong> sets other attributes or parameters for some hosts.
        </li>
      </ul>

      <h2>Permissions</h2>
      <p>
        All users who can log in may read. A member of a group may change the objects of the group; administrators may
        change everything of their tenant. The menu of your name at the top shows your groups. A page that you may read
        but not change says so at its top.
      </p>
      <p>Visitors who are not logged in see the public pages, which contain no names of users and no keys.</p>

      <h2>Saving</h2>
      <p>
        Before a write, a dialog shows what will change, including side effects on other objects and other tenants. If
        the side effects have changed since, nothing is written, and the dialog asks again.
      </p>
      <p>
        If another user has saved the same object meanwhile, nothing is overwritten: you see both changes side by side
        and choose. Your input is kept in your browser until it is saved or discarded, even if your session ends.
      </p>

      <h2>Undo and restore</h2>
      <p>
        The message after a save has an Undo button. Later, the history of an object shows every version with its
        author, time and comment; two versions can be compared, and any version can be restored. A deleted object keeps
        its history, and restoring a version adds it again, except metrics, service types and probe candidates, which
        are not added in a form.
      </p>

      <h2>Lists</h2>
      <p>
        Every column can be filtered. The address of a list contains its filters, sorting and page, so other users see
        the same list through the link. Selected rows can be changed or deleted together where a list offers it, and
        every list can be downloaded as comma-separated values.
      </p>
      <p>
        Rows of a table in a form can be pasted from a spreadsheet. Ctrl+K searches all names, and the question mark
        shows all keyboard shortcuts.
      </p>

      <h2>Versions of packages and templates</h2>
      <p>
        A version of a probe is a version of its package. Saving a template with another version of its probe adds a
        version of the template and does not change the tenants: they get it when they move their metrics to another
        version of the package. Saving a template without changing its probe version changes the metrics of all tenants
        with this version at once; the dialog names them.
      </p>

      <h2>Keys</h2>
      <p>
        Monitoring boxes and other programs use keys, which administrators add and revoke under API keys. Only
        administrators can show a key, which is recorded each time. A revoked key stops working at once.
      </p>
    </div>
  </PageFrame>
)

/** The product and its version. */
export function AboutPage() {
  const { version } = useConsoleContext().options
  return (
    <PageFrame title="About Quatrain" width="reading">
      <p>
        Quatrain is a console for the configuration of a platform that monitors services and reports on their
        availability. It manages the probes, the metrics that are checked for each service, and the profiles that turn
        results into reports. A report is based on four of them, like a quatrain on four lines.
      </p>
      <p>
        This is version <span className="mono">{version}</span>, free software under the Apache License 2.0. Its
        interfaces for programs are described in the <a href={paths.apiReference}>API reference</a>.
      </p>
    </PageFrame>
  )
}

export const CookiePoliciesPage = () => (
  <PageFrame title="Cookie Policies" width="reading">
    <CookiePolicies />
  </PageFrame>
)
