import { useConsoleContext } from '#kit/api/console-context.tsx'
import { paths } from '#lib/paths.ts'
import { PageFrame } from '#ui/PageFrame.tsx'

/** What this is, and which version of it. */
export function AboutPage() {
  const { version } = useConsoleContext().options
  return (
    <PageFrame title="About Quatrain" width="reading">
      <p>
        Quatrain is a console for the configuration of a platform that monitors services and reports on their
        availability. It keeps what probes there are, which metrics run on which services, and the profiles by which
        results become reports. A report stands on four of them, as a quatrain stands on four lines.
      </p>
      <p>
        This is version <span className="mono">{version}</span>, free software under the Apache License 2.0. What
        programs can ask it is described in the <a href={paths.apiReference}>documentation of its interfaces</a>.
      </p>
    </PageFrame>
  )
}
